import openapiTypescript, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { isJsonObject, type JsonObject, listOperations, type Operation } from './document.ts'
import { type Mark, marksOf } from './marks.ts'

/** The first line of every generated file. */
export const generatedNote = '// Generated from openapi.yaml and requirements.yaml by npm run generate. Changes here are lost.\n'

const aboutDocument = `/**
 * The OpenAPI document of the API, as JSON. An element with x-unspecified is a guess: the source document leaves it open.
 *
 * @example
 * \`\`\`ts
 * import assert from 'node:assert/strict'
 * import { document } from '@wfhost/openapi'
 *
 * const { post } = document.paths['/api/v2/external/flows/{flowId}/published-run']
 *
 * assert.equal(post.operationId, 'runPublishedWorkflow')
 * \`\`\`
 */
`

/** Writes the document as a constant, so that no program parses YAML at run time. */
export function generateDocument(document: JsonObject): string {
  return `${generatedNote}${aboutDocument}export const document = ${JSON.stringify(document, null, 2)} as const\n`
}

const aboutOperations = `/**
 * The four operations of the API by their ids: method, path template, parameters, and the documented responses by status.
 * Operations and responses list the ids of their requirements, and of the questions that the source document leaves open.
 *
 * @example
 * \`\`\`ts
 * import assert from 'node:assert/strict'
 * import { operationTable } from '@wfhost/openapi'
 *
 * const { method, path, server } = operationTable.getPublicManifest
 *
 * assert.deepEqual([method, path, server], ['GET', '/v1/public/{product}/manifest', 'toolRegistry'])
 * \`\`\`
 */
`

const operationIdType = `/**
 * The id of an operation in the API document, such as \`runPublishedWorkflow\`.
 *
 * @example
 * \`\`\`ts
 * import { type OperationId, operationTable } from '@wfhost/openapi'
 *
 * function describe(operation: OperationId): string {
 *   const { method, path } = operationTable[operation]
 *   return \`\${method} \${path}\`
 * }
 * \`\`\`
 */
export type OperationId = keyof typeof operationTable
`

export function generateOperations(document: JsonObject): string {
  const table = JSON.stringify(operationTableOf(document), null, 2)
  return `${generatedNote}${aboutOperations}export const operationTable = ${table} as const\n\n${operationIdType}`
}

export function operationTableOf(document: JsonObject): JsonObject {
  return Object.fromEntries(listOperations(document).map((operation) => [operation.operationId, tableRow(operation)]))
}

function tableRow(operation: Operation): JsonObject {
  const { element, method, path, requestBody, responses } = operation
  const own = cited(element)
  return {
    ...{ method, path, server: serverOf(operation) },
    parameters: operation.parameters.map(({ in: place, name, required }) => ({ name, in: place, required: required === true })),
    hasBody: requestBody !== undefined,
    ...own,
    responses: Object.fromEntries(responses.map(({ response, status }) => [status, cited(response, own)])),
  }
}

interface Cited {
  readonly requirements: readonly string[]
  readonly assumptions: readonly string[]
}

/** The ids of an element, without those that were already listed. */
function cited(element: JsonObject, message?: Cited): Cited {
  const ids = (kind: Mark['kind'], without: readonly string[] = []) => {
    const carried = marksOf(element, '').filter((mark) => mark.kind === kind)
    return [...new Set(carried.map(({ id }) => id))].filter((id) => !without.includes(id))
  }
  return { requirements: ids('x-requirements', message?.requirements), assumptions: ids('x-unspecified', message?.assumptions) }
}

/** Finds the service of an operation, by the variable in one of its servers. */
const services: Readonly<Record<string, string>> = { '{base_url}': 'workflowService', '{registry_url}': 'toolRegistry' }

function serverOf({ operationId, servers }: Operation): string {
  const urls = Array.isArray(servers) ? servers.map((server) => String(Object(server).url)) : []
  const [service, another] = urls.flatMap((url) => services[url] ?? [])
  if (service !== undefined && another === undefined) return service
  throw new Error(`Cannot generate from ${operationId}: its servers are ${urls}, expected one of ${Object.keys(services)}`)
}

const aboutRequirements = `/**
 * The requirements: every statement of the source document that a client, a server or a tester can act on.
 *
 * @example
 * \`\`\`ts
 * import assert from 'node:assert/strict'
 * import { requirements } from '@wfhost/openapi'
 *
 * const open = requirements.filter(({ evidence }) => evidence === 'N')
 *
 * assert.ok(open.some(({ id, choice }) => id === 'RUN-ID-FIELD' && choice))
 * \`\`\`
 */
`

/** Writes the register as a constant, and the union of its ids. */
export function generateRequirements(register: string): string {
  const requirements: readonly { readonly id: string }[] = parse(register)
  const ids = requirements.map(({ id }) => JSON.stringify(id)).join('\n  | ')
  return [
    `${generatedNote}import type { Requirement } from '../src/requirement.ts'\n`,
    `/** The id of a requirement. */\nexport type RequirementId =\n  | ${ids}\n`,
    `${aboutRequirements}export const requirements: readonly Requirement[] = ${JSON.stringify(requirements, null, 2)}\n`,
  ].join('\n')
}

/** The docstrings of the generated types. */
const aboutTypes = {
  paths: `/**
 * The operations by path and method, for openapi-fetch and similar libraries.
 *
 * @example
 * \`\`\`ts
 * import type { paths } from '@wfhost/openapi'
 *
 * type RunPath = '/api/v2/external/flows/{flowId}/published-run'
 * type RunBody = paths[RunPath]['post']['requestBody']['content']['application/json']
 *
 * const body: RunBody = { args: [{ name: 'subject', value: 'My invoice is wrong' }], mode: 'sync' }
 * \`\`\`
 */`,
  components: `/**
 * The named schemas, responses, parameters and headers of the API document.
 *
 * @example
 * \`\`\`ts
 * import type { components } from '@wfhost/openapi'
 *
 * type FailedRun = components['schemas']['RunFailed']
 *
 * function describe({ error }: FailedRun): string {
 *   return \`\${error.name}: \${error.value}\`
 * }
 * \`\`\`
 */`,
  operations: `/**
 * The parameters, request bodies and responses of each operation, by its id.
 *
 * @example
 * \`\`\`ts
 * import type { operations } from '@wfhost/openapi'
 *
 * type RunParameters = operations['runPublishedWorkflow']['parameters']['path']
 *
 * const parameters: RunParameters = { flowId: 'support-triage' }
 * \`\`\`
 */`,
}

/**
 * Leaves out parts that are meant for clients that would drop them. Further members would make a typo a valid member of the
 * type. A started run has only some statuses.
 */
function closeObject(name: string, value: unknown): unknown {
  if (!isJsonObject(value) || !isJsonObject(value['properties'])) return value
  const { allOf: _, properties, ...rest } = value
  const { status: __, ...others } = properties
  return { ...rest, properties: name === 'RunStarted' ? others : properties }
}

export async function generateTypes(document: JsonObject): Promise<string> {
  const types = astToString(await openapiTypescript(JSON.stringify(document, closeObject)))
  const documented = Object.entries(aboutTypes).reduce(
    (text, [name, docstring]) => text.replace(`export interface ${name} {`, (line) => `${docstring}\n${line}`),
    types,
  )
  return generatedNote + documented
}
