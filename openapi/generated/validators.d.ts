// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.
import type { Finding } from '../src/finding.ts'
import type { components, operations } from './types.ts'

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
export declare const parameters: ReadonlyMap<keyof operations, ReadonlyMap<string, Validate>>
export declare const responses: ReadonlyMap<keyof operations, ReadonlyMap<number, ResponseValidators>>
