import {
  APIError,
  type CallOptions,
  createRegistryClient,
  createWorkflowClient,
  type Hooks,
  RateLimitError,
  type Run,
  unwrap,
  type WorkflowClient,
  WorkflowFailedError,
} from '@wfhost/sdk'
import { responseSchemas } from '@wfhost/sdk/schemas'

interface Ticket {
  readonly team: string
}

interface Order {
  readonly lines: readonly number[]
}

/** In the form that `wfhost types` prints. */
interface Tools {
  readonly mail: { readonly send: { readonly to: string } }
}

const hooks: Hooks = { onRetry: ({ number }, { delayMs, error }) => void [number.toFixed(), delayMs.toFixed(), error.code] }
const client: WorkflowClient = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: { flow: 'key' }, hooks })

/** Uses a run and its errors like a consumer. */
export async function triage(subject: string, options: CallOptions = {}): Promise<string> {
  try {
    const run: Run<Ticket> = await client.run<Ticket>('flow', { subject, tags: ['a'], urgent: true }, options)
    if (run.status === 'failed') return run.error.traceback
    // @ts-expect-error a run that succeeded has no error of a known type
    run.error.traceback
    return unwrap(run).team
  } catch (error) {
    if (error instanceof RateLimitError) return String(error.retryAfterMs)
    if (error instanceof WorkflowFailedError) return error.name
    // @ts-expect-error there is no such code
    if (error instanceof APIError && error.code === 'rate_limted') return error.code
    if (error instanceof APIError) return error.mayHaveRun ? 'unknown' : error.message
    throw error
  }
}

/** Uses the registry like a consumer. */
export async function list(): Promise<readonly string[]> {
  const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey: () => 'key' })
  const { toolsets } = await registry.manifest({ signal: AbortSignal.timeout(1000) })
  const started = await client.start('flow', {}, { runId: 'id' })
  // @ts-expect-error the response to a start may have no run ID
  started.runId.length
  const order: Order = { lines: [1] }
  await client.run('flow', order)
  await client.run<Ticket>('flow', { ...order })
  // @ts-expect-error null is no argument
  await client.run('flow', { subject: null })
  // @ts-expect-error durations are numbers
  await client.run('flow', {}, { timeout: '5s' })
  await registry.execute<Tools>({ toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org' } })
  // @ts-expect-error there is no such tool
  await registry.execute<Tools>({ toolset: 'mail', tool: 'sent' })
  return [...(toolsets ?? []).map(({ name = '' }) => name), ...Object.keys(responseSchemas)]
}
