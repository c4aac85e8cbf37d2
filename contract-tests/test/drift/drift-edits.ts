import { isJsonObject, type JsonObject } from '../../../openapi/generate/document.ts'
import type { CheckName } from './subject.ts'

/** A change of the API document: its description and its function. */
export type DriftEdit = readonly [edit: string, apply: Edit]

const run = '/paths/~1api~1v2~1external~1flows~1{flowId}~1published-run'
const manifest = '/paths/~1v1~1public~1{product}~1manifest'
const organization = '/paths/~1v1~1orgs~1{orgId}~1{product}~1manifest'
const execute = '/paths/~1v1~1public~1{product}~1execute'
const schemas = '/components/schemas'
const responses = '/components/responses'
const runContent = `${run}/post/requestBody/content`
const runResponses = `${run}/post/responses`
const json = 'content/application~1json'

/**
 * Unintended edits of the document, by the check that must detect them. Edits that already fail to compile in the client
 * or in its type tests are left out.
 */
export const driftEdits: Readonly<Record<CheckName, readonly DriftEdit[]>> = {
  generator: [
    ['the body of a run is of another content type', rename(`${runContent}/application~1json`, 'application/vnd.flow+json')],
    [
      'the response to an asynchronous start may be the result of a run',
      remove(`${schemas}/RunStarted/properties/status/oneOf/0/pattern`),
    ],
    ['a reference leads nowhere', set(`${execute}/post/responses/200/${json}/schema/$ref`, '#/components/schemas/Executions')],
    ['a keyword is misspelt', set(`${schemas}/RunError/requird`, ['name'])],
  ],
  'operation table': [
    ['an operationId is taken by another operation', set(`${manifest}/get/operationId`, 'executeTool')],
    ['executions go to the workflow service', set(`${execute}/servers/1/url`, '{base_url}')],
  ],
  'client responses': [
    ['the response to an asynchronous start may be empty', remove(`${schemas}/RunStarted/minProperties`)],
    [
      'the response to an asynchronous start may have step outputs and no status',
      both(remove(`${schemas}/RunStarted/if`), remove(`${schemas}/RunStarted/then`)),
    ],
    ['a run ID may be empty', remove(`${schemas}/RunStarted/properties/runId/oneOf/0/minLength`)],
    ['a parameter of a tool has no other fields', set(`${schemas}/ToolParameter/additionalProperties`, false)],
    ['Retry-After is optional', set('/components/headers/RetryAfter/required', false)],
    ['Retry-After is never a date', set('/components/headers/RetryAfter/schema/pattern', '^[0-9]+$')],
    ['a 429 of the workflow service has no Retry-After', remove(`${responses}/WorkflowRateLimited/headers`)],
    ['the response to a refused key always states the scheme', set('/components/headers/WwwAuthenticate/required', true)],
  ],
  'client requests': [
    ['the parameter of a run is renamed where it is described', set(`${run}/post/parameters/0/name`, 'workflowId')],
    [
      'the public manifest needs a page',
      set(`${manifest}/get/parameters/-`, { name: 'page', in: 'query', required: true, schema: { type: 'string' } }),
    ],
    ['the key of a workflow is sent by Basic', set('/components/securitySchemes/workflowKey/scheme', 'basic')],
    ['a session no longer reads the manifest of an organization', remove(`${organization}/get/security/1`)],
    ['the mode of a run is required to be a list', set(`${schemas}/RunRequest/properties/mode`, { type: 'array', items: {} })],
    ['there is no mode async', remove(`${schemas}/RunRequest/properties/mode/enum/1`)],
  ],
  'client parameters': [
    ['a flowId may be empty', remove(`${run}/post/parameters/0/schema/minLength`)],
    ['a product has at most ten characters', set('/components/parameters/Product/schema/maxLength', 10)],
  ],
  'client against Prism': [
    [
      'a run needs an idempotency key',
      set(`${run}/post/parameters/-`, { name: 'idempotency-key', in: 'header', required: true, schema: { type: 'string' } }),
    ],
    ['the cookie of a session has another name', set('/components/securitySchemes/consoleSession/name', 'sid')],
    ['a value is never a boolean', remove(`${schemas}/ArgumentValue/oneOf/2`)],
  ],
  'server responses': [
    [
      'the error of a run must have a code',
      both(set(`${schemas}/RunError/properties/code`, {}), set(`${schemas}/RunError/required/-`, 'code')),
    ],
    [
      'the response to a run cannot be a started run',
      remove(`${run}/post/responses/200/content/application~1json/schema/oneOf/2`),
    ],
    [
      'the error of an execution has a traceback, as that of a run',
      set(`${schemas}/Execution/properties/error/$ref`, '#/components/schemas/RunError'),
    ],
  ],
  'server requests': [
    ['a run needs no args', remove(`${schemas}/RunRequest/required`)],
    ['a run needs a mode', set(`${schemas}/RunRequest/required/-`, 'mode')],
    ['there is a mode batch', set(`${schemas}/RunRequest/properties/mode/enum/-`, 'batch')],
    ['a value may be null', set(`${schemas}/ArgumentValue/oneOf/-`, { type: 'null' })],
    ['the id of a tool set may be empty', remove(`${schemas}/ExecuteRequest/properties/toolset/minLength`)],
    ['an execution needs arguments', set(`${schemas}/ExecuteRequest/required/-`, 'arguments')],
    ['an execution takes no other fields', set(`${schemas}/ExecuteRequest/additionalProperties`, false)],
    ['the body of a run may be plain text, too', set(`${runContent}/text~1plain`, { schema: { type: 'string' } })],
  ],
  'server credentials': [
    ['an execution needs no key', set(`${execute}/post/security`, [])],
    ['a session executes tools', set(`${execute}/post/security/-`, { consoleSession: [] })],
    ['the security scheme of a session is gone', remove('/components/securitySchemes/consoleSession')],
  ],
  'Prism responses': [
    ['the response to an asynchronous start is 201 instead of 202', rename(`${run}/post/responses/202`, '201')],
    ['Retry-After may be anything', remove('/components/headers/RetryAfter/schema/pattern')],
  ],
  'Prism requests': [
    ['a mode may be any text', remove(`${schemas}/RunRequest/properties/mode/enum`)],
    ['an argument needs no value', remove(`${schemas}/Argument/required/1`)],
  ],
  register: [
    ['the id of a requirement is misspelt', set(`${run}/post/x-requirements/0`, 'RUN-ENDPIONT')],
    ['an element names another requirement', set(`${runResponses}/404/x-requirements/0`, 'FLOW-ARCHIVED')],
    ['a guess names a requirement that is documented', set(`${runResponses}/504/x-unspecified/0/requirement`, 'RUN-OK')],
    ['a guess is no longer marked as one', remove(`${runResponses}/504/x-unspecified`)],
    ['a guess does not say what is chosen', remove(`${schemas}/ExecuteRequest/x-unspecified/0/choice`)],
  ],
  examples: [
    ['the example of a failed run has no traceback', remove(`${runResponses}/200/${json}/examples/failed/value/error/traceback`)],
    [
      'the example of an asynchronous run has a mode that is not one',
      set(`${run}/post/requestBody/${json}/examples/async/value/mode`, 'later'),
    ],
    ['the response 504 has no example', remove(`${runResponses}/504/${json}/examples`)],
    [
      'an example of Retry-After is neither seconds nor a date',
      set('/components/headers/RetryAfter/examples/seconds/value', 'soon'),
    ],
    ['the example of a flowId is empty', set(`${run}/post/parameters/0/examples/sync/value`, '')],
  ],
}

/** Edits after which the API document means the same, or changes only parts that no code follows. */
export const harmlessEdits: readonly DriftEdit[] = [
  ['a description is worded anew', set(`${run}/post/description`, 'Starts a run.')],
  ['a summary is worded anew', set(`${execute}/post/summary`, 'Execute a tool')],
  ['an optional field of a tool is described', set(`${schemas}/Tool/properties/icon`, { description: 'Its icon.' })],
  ['additional properties are allowed explicitly', set(`${schemas}/Argument/additionalProperties`, true)],
  ['the fields that are required stand in another order', set(`${schemas}/StepError/required`, ['value', 'name'])],
  ['a tag has another name', both(set('/tags/0/name', 'Runs'), set(`${run}/post/tags/0`, 'Runs'))],
]

/** Makes another document of one. */
type Edit = (document: JsonObject) => JsonObject

/** Sets the value at a JSON pointer, whose parent must exist. `-` is the end of a list. */
function set(pointer: string, value: unknown): Edit {
  return editAt(pointer, (parent, name) => {
    if (Array.isArray(parent)) parent.splice(name === '-' ? parent.length : Number(name), name === '-' ? 0 : 1, value)
    else parent[name] = value
  })
}

/** Removes the value at a JSON pointer. */
function remove(pointer: string): Edit {
  return editAt(pointer, (parent, name) => {
    mustHave(parent, name)
    if (Array.isArray(parent)) parent.splice(Number(name), 1)
    else delete parent[name]
  })
}

function rename(pointer: string, newName: string): Edit {
  return editAt(pointer, (parent, name) => {
    mustHave(parent, name)
    const entries = Object.entries(parent).map(([key, value]) => [key === name ? newName : key, value] as const)
    for (const key of Object.keys(parent)) Reflect.deleteProperty(parent, key)
    Object.assign(parent, Object.fromEntries(entries))
  })
}

/** Applies two edits. The document after the first edit alone would be unrealistic. */
function both(first: Edit, second: Edit): Edit {
  return (document) => second(first(document))
}

type Container = Record<string, unknown> | unknown[]

type Change = (parent: Container, name: string) => void

function editAt(pointer: string, change: Change): Edit {
  return (document) => changed(document, { pointer, change })
}

function changed(document: JsonObject, { change, pointer }: { readonly pointer: string; readonly change: Change }): JsonObject {
  const copy = structuredClone(document)
  const names = pointer.slice(1).split('/').map(unescapeName)
  const name = names.pop() ?? ''
  const parent = names.reduce<unknown>((node, step) => {
    mustHave(node, step)
    return Reflect.get(Object(node), step)
  }, copy)
  if (!isJsonObject(parent) && !Array.isArray(parent)) throw new Error(`Cannot edit ${pointer}: nothing is there`)
  change(parent as Container, name)
  return copy
}

function mustHave(node: unknown, name: string): void {
  if (!Object.hasOwn(Object(node), name)) throw new Error(`Cannot edit the document: there is no ${name}`)
}

function unescapeName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
