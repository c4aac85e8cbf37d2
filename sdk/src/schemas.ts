import { withoutSecrets } from '@wfhost/internal/redacted-text'

export type { OperationId } from '@wfhost/openapi'
export type { Problem } from './responses/problems.ts'

import type { OperationId } from '@wfhost/openapi'
import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import { executeToolBodies } from './operations/execute-tool/responses.ts'
import { readManifestBodies } from './operations/read-manifest/responses.ts'
import { readOrganizationManifestBodies } from './operations/read-organization-manifest/responses.ts'
import { runWorkflowBodies } from './operations/run-workflow/responses.ts'
import { endedRun, startedRun } from './operations/run-workflow/run.ts'
import { open, optional, string } from './responses/make-schemas.ts'
import { findProblems, type Problem } from './responses/problems.ts'

/** A schema of the client as `zod/mini` has it. */
type Mini<Schema> =
  Schema extends core.$ZodExactOptional<infer Inner>
    ? z.ZodMiniExactOptional<Mini<Inner>>
    : Schema extends core.$ZodObject<infer Shape, infer Config>
      ? z.ZodMiniObject<{ [Name in keyof Shape]: Mini<Shape[Name]> }, Config>
      : Schema extends core.$ZodUnion<infer Options>
        ? z.ZodMiniUnion<{ [Index in keyof Options]: Mini<Options[Index]> }>
        : Schema extends core.$ZodArray<infer Element>
          ? z.ZodMiniArray<Mini<Element>>
          : Schema extends core.$ZodLiteral<infer Value>
            ? z.ZodMiniLiteral<Value>
            : Schema extends core.$ZodString<infer Input>
              ? z.ZodMiniString<Input>
              : z.ZodMiniType<core.output<Schema>, core.input<Schema>>

/**
 * Converts a schema of the client to a schema of `zod/mini`, which has the methods of zod. The client itself uses schemas without
 * methods, because these are smaller.
 */
function mini<Schema extends core.$ZodType>(schema: Schema): Mini<Schema> {
  const converted = convertDefinition((schema as unknown as core.$ZodTypes)._zod.def)
  const isOptional = schema._zod.optin !== undefined
  return (isOptional ? z.exactOptional(converted) : converted) as Mini<Schema>
}

/** Creates the schema of `zod/mini` with the same definition, also for the schemas in it. */
function convertDefinition(def: core.$ZodTypes['_zod']['def']): z.ZodMiniType {
  if (def.type === 'string') return new z.ZodMiniString(def)
  if (def.type === 'literal') return new z.ZodMiniLiteral(def)
  if (def.type === 'array') return new z.ZodMiniArray({ ...def, element: mini(def.element) })
  if (def.type === 'union') return new z.ZodMiniUnion({ ...def, options: def.options.map((option) => mini(option)) })
  if (def.type !== 'object') return new z.ZodMiniUnknown({ type: 'unknown' })

  const shape = Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, mini(field)]))
  return new z.ZodMiniObject({ ...def, shape, catchall: def.catchall && mini(def.catchall) })
}

/** The schemas of a documented status. Header names are in lower case. */
interface ResponseSchema {
  /** The schema of the parsed body. */
  readonly body: z.ZodMiniType
  /** The schema of an object of all headers. */
  readonly headers?: z.ZodMiniType
}

/** The schemas of an operation by status. */
type ResponseSchemas = Readonly<Record<number, ResponseSchema>>

const RETRY_AFTER =
  /^(\d+|(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT)$/

const ended = mini(endedRun)
const started = mini(startedRun)

const retryAfter = z.string().check(z.regex(RETRY_AFTER, 'expected seconds or an HTTP-date'))

/** The schemas of the headers that a status has with every operation. */
const headerSchemas = {
  401: mini(open({ 'www-authenticate': optional(string()) })),
  429: mini(open({ 'retry-after': retryAfter })),
} as const

/** The responses of one operation, made of the schemas of their bodies. */
type Responses<Bodies> = {
  readonly [Status in keyof Bodies]: Status extends keyof typeof headerSchemas
    ? { readonly body: Mini<Bodies[Status]>; readonly headers: (typeof headerSchemas)[Status] }
    : { readonly body: Mini<Bodies[Status]> }
}

function createResponses<Bodies extends Readonly<Record<number, core.$ZodType>>>(bodies: Bodies): Responses<Bodies> {
  const headersOf: Readonly<Record<string, z.ZodMiniType>> = headerSchemas
  const responses: Record<string, ResponseSchema> = {}

  for (const [status, schema] of Object.entries(bodies)) {
    const body = mini(schema)
    const headers = headersOf[status]
    responses[status] = headers === undefined ? { body } : { body, headers }
  }

  // The loop over the statuses loses their types.
  return responses as Responses<Bodies>
}

/**
 * The document's responses by operation and status, as zod schemas: those that the client reads with. They require only
 * what the document shows, and keep additional fields.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { responseSchemas } from '@wfhost/sdk/schemas'
 * import * as z from 'zod'
 *
 * const { body } = responseSchemas.executeTool[200]
 * const received = { status: 'success', result: 7, creditsUsed: 1 }
 *
 * assert.deepEqual(body.safeParse(received).data, received)
 * assert.equal(z.object({ savedAt: z.string(), received: body }).safeParse({ savedAt: 'today', received: 7 }).success, false)
 * assert.equal(z.toJSONSchema(responseSchemas.getPublicManifest[200].body).type, 'object')
 * ```
 */
export const responseSchemas = {
  runPublishedWorkflow: createResponses(runWorkflowBodies),
  getPublicManifest: createResponses(readManifestBodies),
  getOrganizationManifest: createResponses(readOrganizationManifestBodies),
  executeTool: createResponses(executeToolBodies),
} as const satisfies Readonly<Record<OperationId, unknown>>

/** A response as received. */
export interface ResponseToRead {
  /** The HTTP status. */
  readonly status: number
  /** All of its headers. */
  readonly headers: Headers
  /** The parsed body. */
  readonly body: unknown
  /** The mode of the run, if known: it narrows what is accepted. @default accepts the responses of both modes */
  readonly mode?: 'sync' | 'async' | undefined
}

/**
 * Reads a response as the client reads it, and lists what is not as documented. Other members of the response are ignored.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { readResponse } from '@wfhost/sdk/schemas'
 *
 * const received = { status: 200, headers: new Headers(), body: { status: 'success', stepOutputs: {} } }
 *
 * assert.deepEqual(readResponse('runPublishedWorkflow', received).problems, [
 *   { path: 'body.result', message: 'expected a value, found nothing' },
 * ])
 * ```
 */
export function readResponse(
  operation: OperationId,
  { status, headers, body, mode }: ResponseToRead,
): { readonly problems: readonly Problem[] } {
  const schema = findSchemas(operation, status, mode)
  if (schema === undefined) {
    const modeNote = mode === undefined ? '' : ` in mode ${mode}`
    return { problems: [{ path: 'status', message: `expected a status that ${operation} has${modeNote}, found ${status}` }] }
  }

  const headerProblems =
    schema.headers === undefined ? [] : findProblems(schema.headers, Object.fromEntries(headers), withoutSecrets)
  const bodyProblems = findProblems(schema.body, body, withoutSecrets)
  return { problems: [...placeIn('headers', headerProblems), ...placeIn('body', bodyProblems)] }
}

/** Finds the schemas of a documented response. The mode of a run narrows them, if it is known. Undefined for any other status. */
function findSchemas(operation: OperationId, status: number, mode: ResponseToRead['mode']): ResponseSchema | undefined {
  const schemas: ResponseSchemas = responseSchemas[operation]
  if (operation !== 'runPublishedWorkflow' || mode === undefined || status >= 300) return schemas[status]
  if (mode === 'async') return schemas[status] && { body: started }
  return status === 200 ? { body: ended } : undefined
}

/** Puts the name of a part of the response before the paths of its problems: `result` in the body becomes `body.result`. */
function placeIn(part: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({ path, message }) => {
    const needsDot = path !== '' && !path.startsWith('[')
    return { path: needsDot ? `${part}.${path}` : part + path, message }
  })
}
