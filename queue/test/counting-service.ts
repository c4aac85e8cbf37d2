import { createMockService, type MockSeed } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'

export interface Arrival {
  readonly n: number
  readonly at: number
  /** Undefined where a connection broke. */
  readonly status: number | undefined
}

/** The reference server over HTTP, which says what it got. */
export interface CountingService {
  readonly baseUrl: string
  readonly apiKey: string
  readonly service: ReturnType<typeof createMockService>
  /** By the argument `n`: how often the server ran it. */
  readonly ran: ReadonlyMap<number, number>
  readonly arrivals: readonly Arrival[]
  readonly close: () => Promise<void>
}

/** What stands in for the service, or undefined for the reference server itself. */
export type Answer = (n: number) => Response | Promise<Response | undefined> | undefined

const apiKey = 'canary-queue'

/** Starts it. Its workflow is `order`, and the argument `n` says which input it is. */
export async function startService(
  answer: Answer = () => undefined,
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
    const own = await answer(n)
    // What stands in for the service may have run.
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
