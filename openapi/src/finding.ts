/** What a compiled validator leaves of the first fault that it finds. Ajv calls it a verbose error. */
export interface Finding {
  readonly keyword: string
  /** JSON pointer of the faulty part in the value. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** The value of the keyword. */
  readonly schema: unknown
  /** The schema that the keyword stands in. */
  readonly parentSchema: Readonly<Record<string, unknown>>
  /** The faulty part. */
  readonly data: unknown
}
