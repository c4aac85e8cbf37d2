import { generatedNote } from './generated-note.ts'

/** The types of validators.js. */
export function generateValidatorTypes(): string {
  return `${generatedNote}import type { ErrorObject } from 'ajv'
import type { components, operations } from './types.ts'

/** Says whether a value is valid, and leaves what is wrong in \`errors\` otherwise. */
export interface Validate {
  (value: unknown): boolean
  errors?: readonly ErrorObject[] | null
}

export interface ResponseValidators {
  readonly body: Validate
  readonly headers: Readonly<Record<string, { readonly required: boolean; readonly validate: Validate }>>
}

export declare const schemas: Readonly<Record<keyof components['schemas'], Validate>>
export declare const requestBodies: Readonly<Partial<Record<keyof operations, Validate>>>
export declare const parameters: Readonly<Record<keyof operations, Readonly<Record<string, Validate>>>>
export declare const responses: Readonly<Record<keyof operations, Readonly<Record<number, ResponseValidators>>>>
`
}
