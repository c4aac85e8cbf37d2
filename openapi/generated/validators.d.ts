// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
import type { components, operations } from './types.ts'

/** The first fault that a compiled validator finds. Ajv calls it a verbose error. */
export interface Finding {
  readonly keyword: string
  /** JSON pointer of the faulty part in the value. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  /** The value of the keyword. */
  readonly schema: unknown
  /** The schema that contains the keyword. */
  readonly parentSchema: Readonly<Record<string, unknown>>
  /** The faulty part. */
  readonly data: unknown
}

/** Says whether a value is valid, and leaves in `errors` what is wrong otherwise. */
export interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly Finding[] | null
}

export interface HeaderValidator {
  readonly name: string
  readonly required: boolean
  readonly validate: Validate
}

export interface ResponseValidators {
  readonly body: Validate
  readonly headers: readonly HeaderValidator[]
}

export declare const schemas: ReadonlyMap<keyof components['schemas'], Validate>
export declare const requestBodies: ReadonlyMap<keyof operations, Validate>
export declare const responses: ReadonlyMap<keyof operations, ReadonlyMap<number, ResponseValidators>>
