import { succeededRun, withSteps } from '../../../tools/scripts/run-bodies.ts'
import { contractFixtures } from '../contract-world.ts'
import {
  flowIdOf,
  intercept,
  isObject,
  isResult,
  type MutantRequest,
  type MutantResponse,
  onBody,
  onResponse,
  onResult,
  onStart,
  onSteps,
  type Place,
  parseObject,
  placesOf,
  refuse,
  respond,
  stepsOf,
  tokenOf,
} from '../mutants/mutant.ts'
import type { Variant } from './variant.ts'

/** Returns whether more than five headers of a run have a key, which is the last word of its header. */
function hasKeyInManyHeaders({ headers }: MutantRequest): boolean {
  const values = [...headers.values()].filter((value) => value.endsWith(contractFixtures.echo.key))
  return values.length > 5
}

/** Responses to runs that differ where the source document is silent. */
export const runs: readonly Variant[] = [
  ...(['run_id', 'id', 'executionId'] as const).map(
    (runIdField): Variant => ({
      variation: `the run ID is called ${runIdField}`,
      subject: 'run ID',
      assumptions: { runIdField },
    }),
  ),
  {
    variation: 'a number beyond the range of a double is refused with 400 (RFC 8259, section 6)',
    subject: 'numbers',
    vary: refuse({ at: 'run', status: 400 }, ({ text }) => text.includes(':1e400')),
  },
  {
    variation: 'a run with a body of more than 32 kB is refused with 413',
    subject: 'size',
    vary: refuse({ at: 'run', status: 413 }, ({ text }) => text.length > 32_768),
  },
  {
    variation: 'keys are long, so a run with its key in many headers is refused with 431',
    subject: 'headers',
    vary: refuse({ at: 'run', status: 431 }, hasKeyInManyHeaders),
  },
  {
    variation: 'a run with the header Origin of another site is refused with 403 (Spring: the CORS filter)',
    subject: 'headers',
    vary: refuse({ at: 'run', status: 403 }, ({ headers }) => headers.has('origin')),
  },
  { variation: 'the run ID is a number', subject: 'run ID', assumptions: { runIdType: 'number' } },
  start('the run ID is nested', ({ runId }) => ({ run: { id: runId } })),
  start('the response with the run ID also has a status and a link', ({ runId }) => ({
    status: 'running',
    id: runId,
    url: `/runs/${runId}`,
  })),
  start('the run ID is in a list', ({ runId }) => ({ runs: [{ id: runId, queued: true }] })),
  start('the run ID is the whole body', ({ runId }) => runId),
  startWith('the run ID is a text that is not JSON', (text) => ({
    text,
    headers: new Headers({ 'content-type': 'text/plain' }),
  })),
  startWith('the run ID is only in Location', (runId) => ({
    status: 202,
    text: '',
    headers: new Headers({ location: `/runs/${runId}` }),
  })),
  startWith('the run ID is in Location, and every start has the same body', (runId) => ({
    status: 202,
    text: '{"status":"accepted"}',
    headers: new Headers({ 'content-type': 'application/json', location: `/runs/${runId}` }),
  })),
  start('the response to an async start is the unfinished run', ({ runId }) => ({
    ...succeededRun(null),
    runId,
    status: 'running',
    error: null,
  })),
  { variation: 'an async start is accepted with 202', subject: 'async status', assumptions: { asyncStatus: 202 } },
  {
    variation: 'an async start creates a run with 201',
    subject: 'async status',
    vary: onResponse(['run'], ({ status, text }, request) =>
      status === 200 && !isResult(parseObject(text)) && request.text.includes('"async"') ? { status: 201 } : undefined,
    ),
  },
  { variation: 'a failed run is carried by 422', subject: 'failed run', assumptions: { failedRunStatus: 422 } },
  { variation: 'a failed run is carried by 500', subject: 'failed run', assumptions: { failedRunStatus: 500 } },
  { variation: 'a run without a mode is async', subject: 'default mode', assumptions: { defaultMode: 'async' } },
  { variation: 'unknown arguments are ignored', subject: 'unknown argument', assumptions: { unknownArgument: 'ignore' } },
  {
    variation: 'the first of two arguments with the same name is used',
    subject: 'repeated argument',
    assumptions: { repeatedArgument: 'first' },
  },
  {
    variation: 'the last of two arguments with the same name is used',
    subject: 'repeated argument',
    assumptions: { repeatedArgument: 'last' },
  },
  {
    variation: 'JSON strings fit an object parameter',
    subject: 'serialized argument',
    assumptions: { serializedArgument: 'parse' },
  },
  { variation: 'a run that takes too long is cut off', subject: 'time limit', assumptions: { syncTimeoutMs: 30_000 } },
  { variation: 'runs can be looked up', subject: 'status endpoint', assumptions: { statusEndpoint: 'runs' } },
  {
    variation: 'GET on the path of a run returns the workflow',
    subject: 'other methods',
    vary: intercept(['run'], (request, { pass }) =>
      request.method === 'GET' ? respond(200, { id: flowIdOf(request), status: 'published' }) : pass(),
    ),
  },
  { variation: 'a run says when it ran', subject: 'record', assumptions: { runRecord: 'times' } },
  {
    variation: 'a run has undocumented fields',
    subject: 'record',
    vary: onBody(['run'], (body) => ({ ...body, logs: [], credits: 1, workflow: { version: 3 }, warnings: null })),
  },
  {
    variation: 'a run that succeeds has an error that is null',
    subject: 'record',
    vary: onResult('success', (body) => ({ ...body, error: null })),
  },
  {
    variation: 'a step says how long it took',
    subject: 'steps',
    vary: onSteps((step) => ({ ...step, durationMs: 3, attempts: [1] })),
  },
  {
    variation: 'a run has an additional first step',
    subject: 'steps',
    vary: onBody(['run'], (body) =>
      isResult(body) ? { ...body, ...withSteps({ trigger: { status: 'success', result: null }, ...stepsOf(body) }) } : body,
    ),
  },
  {
    variation: 'a failed step also has a traceback',
    subject: 'steps',
    vary: onSteps((step) =>
      step['status'] === 'failed' ? { ...step, error: { ...Object(step['error']), traceback: '' } } : step,
    ),
  },
  ...(['uuid', 'hex'] as const).map(
    (keyFormat): Variant => ({ variation: `new keys look like ${keyFormat}`, subject: 'key', assumptions: { keyFormat } }),
  ),
]

function startWith(variation: string, change: (runId: string) => Partial<MutantResponse>): Variant {
  const vary = onResponse(['run'], ({ text }) => {
    const body = parseObject(text)
    return body !== undefined && !isResult(body) && 'runId' in body ? change(String(body['runId'])) : undefined
  })
  return { variation, subject: 'run ID', vary }
}

function start(variation: string, change: Parameters<typeof onStart>[0]): Variant {
  return { variation, subject: 'run ID', vary: onStart(change) }
}

const registry = placesOf('toolRegistry')
const workflows = placesOf('workflowService')
const archivedKey = 'key-archived'

/** Variants of the bodies of refusals, of the order of checks, and of Retry-After. */
export const refusals: readonly Variant[] = [
  ...(['error', 'nested', 'problem', 'text'] as const).flatMap((form): Variant[] => [
    { variation: `a run is refused with the body ${form}`, subject: 'run refusal', assumptions: { runErrorBody: form } },
    {
      variation: `the registry refuses with the body ${form}`,
      subject: 'registry refusal',
      assumptions: { registryErrorBody: form },
    },
  ]),
  body('a run is refused with a page', { subject: 'run refusal', at: workflows, type: 'text/html', text: page }),
  body('a run is refused without a body', { subject: 'run refusal', at: workflows, type: 'text/plain', text: () => '' }),
  body('the registry refuses with a page', { subject: 'registry refusal', at: registry, type: 'text/html', text: page }),
  body('the registry refuses with a list of errors', {
    subject: 'registry refusal',
    at: registry,
    type: 'application/json',
    text: (message) => JSON.stringify({ errors: [{ code: 'E1', detail: message }] }),
  }),
  { variation: 'the body is read before the workflow is looked up', subject: 'order', assumptions: { checkOrder: 'body-first' } },
  { variation: 'the rate limit is checked last', subject: 'order', assumptions: { checkOrder: 'limit-last' } },
  {
    variation: 'the body is read before the key',
    subject: 'order',
    vary: intercept(['run'], ({ text }, { pass }) => {
      const args = parseObject(text)?.['args']
      const named = Array.isArray(args) && args.every((argument: unknown) => isObject(argument) && 'value' in argument)
      return named ? pass() : respond(400, { message: 'Malformed' })
    }),
  },
  {
    variation: 'access is checked before the archived state of a workflow',
    subject: 'order',
    vary: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      const foreign = flowIdOf(request) === 'archived' && tokenOf(request) !== archivedKey && response.status === 404
      return foreign ? respond(403, { message: 'No access' }) : response
    }),
  },
  {
    variation: 'access is checked before the existence and the published state of a workflow',
    subject: 'order',
    vary: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      const isOwn = flowIdOf(request) === 'archived' && tokenOf(request) === archivedKey
      const foreign = response.status === 404 && !isOwn
      return foreign ? respond(403, { message: 'No access' }) : response
    }),
  },
  {
    variation: 'archiving a workflow revokes only its key',
    subject: 'archived key',
    vary: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      const isOwn = flowIdOf(request) === 'archived' && tokenOf(request) === archivedKey && response.status === 404
      return isOwn ? respond(401, { message: 'Invalid key' }) : response
    }),
  },
  {
    variation: 'there is a rate limit that the suite does not reach',
    subject: 'limit',
    assumptions: { rateLimit: { requests: 600, windowMs: 60_000 } },
  },
  { variation: 'Retry-After is an HTTP-date', subject: 'retry', assumptions: { retryAfterFormat: 'http-date' } },
  retry('Retry-After is 0', '0'),
  retry('Retry-After is a day', '86400'),
  retry('Retry-After is a date in the form of RFC 850', 'Thursday, 01-Jan-26 00:00:00 GMT'),
]

function body(
  variation: string,
  as: {
    readonly subject: string
    readonly at: readonly Place[]
    readonly type: string
    readonly text: (message: string) => string
  },
): Variant {
  const vary = onResponse(as.at, ({ headers, status, text }) => {
    if (status < 400 || isResult(parseObject(text))) return undefined
    const typed = new Headers(headers)
    typed.set('content-type', as.type)
    return { headers: typed, text: as.text(String(parseObject(text)?.['message'])) }
  })
  return { variation, subject: as.subject, vary }
}

function page(message: string): string {
  return `<!doctype html><title>Error</title><p>${message}</p>`
}

function retry(variation: string, value: string): Variant {
  const vary = onResponse(['run'], ({ headers, status }) => {
    if (status !== 429) return undefined
    const changed = new Headers(headers)
    changed.set('retry-after', value)
    return { headers: changed }
  })
  return { variation, subject: 'retry', vary }
}
