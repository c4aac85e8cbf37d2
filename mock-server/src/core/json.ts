/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Any name is possible, such as `__proto__`. */
export interface JsonObject {
  readonly [name: string]: Json
}
