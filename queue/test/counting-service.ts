import { createMockService, type MockSeed } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'

export interface Arrival {
  readonly n: number
  readonly at: number
  /** Undefined if a connection broke. */
  readonly status: number | undefined
}

/** The reference server over HTTP, with a count of its runs. */
export interface CountingService {
  readonly baseUrl: string
  readonly apiKey: string
  readonly service: ReturnType<typeof createMockService>
  /** The number of runs, by the argument `n`. */
  readonly ran: ReadonlyMap<number, number>
  readonly arrivals: readonly Arrival[]
  readonly close: () => Promise<void>
}

/** Replaces the service for a request. Undefined for the reference server itself. */
export type Respond = (n: number) => Response | Promise<Response | undefined> | undefined

const apiKey = 'canary-queue'

/** Starts the service. Its workflow is `order`, and the argument `n` identifies the input. */
export async function startService(
  respond: Respond = () => undefined,
  wrong: Pick<MockSeed, 'faults' | 'rateLimit'> = {},
): Promise<CountingService> {
  const ran = new Map<number, number>()
  const countRun = (n: number) => ran.set(n, (ran.get(n) ?? 0) + 1)
  const order = {
    flowId: 'order',
    name: 'Order',
    key: apiKey,
    published: true,
    parameters: [{ name: 'n', type: 'number', required: true }],
    implementation: ({ n }: Readonly<Record<string, unknown>>) => {
      countRun(Number(n))
      return { n: Number(n) }
    },
  } as const
  const workspaces = [{ id: 'orders', name: 'Orders', workflows: [order] }]
  const service = createMockService({ workspaces, ...wrong })
  const arrivals: Arrival[] = []
  const fetch = async (request: Request) => {
    const at = Date.now()
    const { args = [] } = (await request.clone().json()) as { readonly args?: readonly { name: string; value: number }[] }
    const n = args.find(({ name }) => name === 'n')?.value ?? -1
    const own = await respond(n)
    // The replacement may have run the input.
    if (own !== undefined && own.status >= 500) countRun(n)
    const arrival = { n, at, status: own?.status }
    arrivals.push(arrival)
    const response = own ?? (await service.fetch(request))
    arrival.status = response.status
    return response
  }
  const server = await listen({ fetch })
  return { baseUrl: server.url, apiKey, service, ran, arrivals, close: () => server.close() }
}
