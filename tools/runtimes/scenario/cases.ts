import { succeededRun } from '../../scripts/run-bodies.ts'
import { type Case, hold, rejection, type Trial } from './scenario.ts'

/** The keys of the scenario, which are those of the sample world. */
const keys = {
  echo: 'wfk_echo',
  'charge-card': 'wfk_charge_card',
  slow: 'wfk_slow',
  registry: 'thk_acme_default',
} as const

/** The server that allows one request in a window. */
export const LIMITED = '/limited'

/** The window, in milliseconds. */
export const WINDOW = 1000

export const cases: readonly Case[] = [
  { name: 'sync run', run: syncRun },
  { name: 'failed run', run: failedRun },
  { name: 'async start', run: asyncStart },
  { name: 'manifest', run: manifest },
  { name: '401', run: unauthorized },
  { name: '429, retry', run: retries },
  { name: 'abort', run: abort },
  { name: 'timeout', run: timeout },
  { name: 'late fetch', run: lateFetch },
  { name: 'other copy', run: recognised },
]

async function syncRun({ baseUrl, sdk }: Trial): Promise<void> {
  const client = sdk.createWorkflowClient({ baseUrl, apiKey: keys })
  const run = await client.run('echo', { text: 'grüße', number: 0, flag: false, list: [1, null], data: { deep: null } })
  hold(run.status === 'success', 'the run succeeded')
  const expected = '{"data":{"deep":null},"flag":false,"list":[1,null],"number":0,"text":"grüße"}'
  const found = JSON.stringify(Object.fromEntries(Object.entries(Object(run.result)).sort()))
  hold(found === expected, `the arguments came back as ${expected}, not ${found}`)
  hold(sdk.unwrap(run) === run.result, 'unwrap gives the result')
}

async function failedRun({ baseUrl, sdk }: Trial): Promise<void> {
  const run = await sdk.createWorkflowClient({ baseUrl, apiKey: keys }).run('charge-card', { amount: 5 })
  hold(run.status === 'failed' && run.error.name === 'CardDeclined', 'a failed run is a result')
  const thrown = await rejection(Promise.resolve(run).then(sdk.unwrap))
  hold(thrown instanceof sdk.WorkflowFailedError, 'unwrap throws a WorkflowFailedError')
}

async function asyncStart({ baseUrl, sdk }: Trial): Promise<void> {
  const started = await sdk.createWorkflowClient({ baseUrl, apiKey: keys }).start('echo', { text: 'later' })
  hold(typeof started.runId === 'string', 'a start returns a run ID')
}

async function manifest({ baseUrl, sdk }: Trial): Promise<void> {
  const registry = sdk.createRegistryClient({ baseUrl: baseUrl, apiKey: keys.registry })
  const { toolsets } = await registry.manifest()
  hold(toolsets !== undefined && toolsets.length > 0, 'the manifest has tool sets')
}

async function unauthorized({ baseUrl, sdk }: Trial): Promise<void> {
  const key = 'wfk_canary_of_nobody'
  const error = await rejection(sdk.createWorkflowClient({ baseUrl, apiKey: key }).run('echo'))
  hold(error instanceof sdk.AuthenticationError, `an AuthenticationError, not ${String(error)}`)
  hold(error.status === 401 && error.mayHaveRun === false, 'nothing ran')
  hold(!`${String(error)}${error.stack}${JSON.stringify(error)}`.includes(key), 'the error shows no key')
}

/** The second call meets the limit. */
async function retries({ baseUrl, sdk }: Trial): Promise<void> {
  const delays: number[] = []
  const hooks = { onRetry: (_: unknown, { delayMs }: { readonly delayMs: number }) => void delays.push(delayMs) }
  const client = sdk.createWorkflowClient({ baseUrl: baseUrl + LIMITED, apiKey: keys, hooks })
  for (const text of ['first', 'second']) {
    const run = await client.run('echo', { text })
    hold(run.status === 'success', 'the limited run succeeded in the end')
  }
  hold(delays.length > 0, 'there was a 429')
  hold(
    delays.every((delay) => delay > 0 && delay <= WINDOW),
    `each wait is for Retry-After, not ${delays}`,
  )
}

async function abort({ baseUrl, sdk }: Trial): Promise<void> {
  const controller = new AbortController()
  const call = rejection(sdk.createWorkflowClient({ baseUrl, apiKey: keys }).run('slow', {}, { signal: controller.signal }))
  await new Promise((resolve) => setTimeout(resolve, 100))
  // In runtimes that can collect garbage on request: an abort must not be lost with an object that the client no longer holds.
  const { gc }: { readonly gc?: (() => void) | undefined } = globalThis
  gc?.()
  const reason = new Error('enough')
  const abortedAt = Date.now()
  controller.abort(reason)
  const error = await call
  const late = Date.now() - abortedAt
  hold(error instanceof sdk.APIUserAbortError, `an APIUserAbortError, not ${String(error)}`)
  hold(error.mayHaveRun, 'a request under way may have run')
  hold(Object(error.cause).message === reason.message, `the reason is the cause, not ${String(error.cause)}`)
  hold(late < 500, `an abort ends the call immediately, not after ${late} ms`)
}

async function timeout({ baseUrl, sdk }: Trial): Promise<void> {
  const startedAt = Date.now()
  const error = await rejection(sdk.createWorkflowClient({ baseUrl, apiKey: keys }).run('slow', {}, { timeout: 200 }))
  const took = Date.now() - startedAt
  hold(error instanceof sdk.APITimeoutError, `an APITimeoutError, not ${String(error)}`)
  hold(error.mayHaveRun, 'a request under way may have run')
  hold(took >= 190 && took < 2000, `it ends after about 200 ms, not ${took}`)
}

/** A client may be created before a test replaces the global. */
async function lateFetch({ baseUrl, sdk }: Trial): Promise<void> {
  const client = sdk.createWorkflowClient({ baseUrl, apiKey: keys })
  const before = globalThis.fetch
  globalThis.fetch = async () => Response.json(succeededRun('replaced'))
  try {
    const run = await client.run('echo')
    hold(run.status === 'success' && run.result === 'replaced', 'the fetch of the moment is called')
  } finally {
    globalThis.fetch = before
  }
}

async function recognised({ baseUrl, other, sdk }: Trial): Promise<void> {
  hold(sdk.AuthenticationError !== other.AuthenticationError, 'there are two copies')
  const error = await rejection(sdk.createWorkflowClient({ baseUrl, apiKey: 'wrong' }).run('echo'))
  hold(error instanceof other.AuthenticationError, 'the class of the other copy recognises the error')
  hold(error instanceof other.APIError, 'and so does its base')
  hold(!(error instanceof other.RateLimitError), 'and another class does not')
}

/** The cases of a page that is not on loopback. */
export const pageCases: readonly Case[] = [{ name: 'page guard', run: guard }]

async function guard({ baseUrl, sdk }: Trial): Promise<void> {
  const options = { baseUrl, apiKey: 'wfk_of_no_page' }
  const error = await rejection(Promise.resolve(options).then(sdk.createWorkflowClient))
  hold(error instanceof sdk.ConfigurationError, `a page gets no client, but ${String(error)}`)
  hold(/visitors could read the key/.test(error.message), `the reason is said, not ${error.message}`)
  sdk.createWorkflowClient({ ...options, dangerouslyAllowBrowser: true })
}
