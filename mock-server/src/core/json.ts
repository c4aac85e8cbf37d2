/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Its names are plain data, whatever they are. */
export interface JsonObject {
  readonly [name: string]: Json
}
