import type { operations as Documented, OperationId, paths } from '@wfhost/openapi'
import type * as z from 'zod/v4/core'

/** The path of an operation in the API document. */
type PathOf<Id extends OperationId> = {
  [Path in keyof paths]: Documented[Id] extends paths[Path]['post'] | paths[Path]['get'] ? Path : never
}[keyof paths]

/** How the client sends an operation. The compiler compares it with the API document. */
export interface Operation<Id extends OperationId> {
  readonly operation: Id
  readonly method: paths[PathOf<Id>] extends { readonly post: Documented[Id] } ? 'POST' : 'GET'
  readonly path: PathOf<Id>
  /** Whether it must not act twice. */
  readonly hasEffect: boolean
  /** The requirement that names a refusal, by status. */
  readonly requirements: Readonly<Record<number, string>>
}

export type AnyOperation = { readonly [Id in OperationId]: Operation<Id> }[OperationId]

/** The schemas of the bodies of all documented responses of an operation, by status. */
export type BodySchemas<Id extends OperationId> = Readonly<Record<keyof Documented[Id]['responses'], z.$ZodType>>

/** The statuses that the API document has for any operation. */
export type DocumentedStatus = { [Id in OperationId]: keyof Documented[Id]['responses'] }[OperationId]
