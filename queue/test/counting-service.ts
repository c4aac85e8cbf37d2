import { createMockService, type MockSeed, type MockServiceOptions } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'

/** A request that arrived. */
export interface Arrival {
  readonly n: number
  readonly at: number
  readonly status: number
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

const seed: MockSeed = {
  organizations: [],
  workspaces: [
    {
      id: 'orders',
      name: 'Orders',
      workflows: [
        {
          flowId: 'order',
          name: 'Order',
          key: apiKey,
          published: true,
          parameters: [{ name: 'n', type: 'number', required: true }],
          implementation: ({ n = 0 }) => ({ n }),
        },
      ],
    },
  ],
}

/** Starts it. Its workflow is `order`, and the argument `n` says which input it is. */
export async function startService(answer: Answer = () => undefined, options: MockServiceOptions = {}): Promise<CountingService> {
  const service = createMockService(seed, options)
  const ran = new Map<number, number>()
  const arrivals: Arrival[] = []
  const fetch = async (request: Request) => {
    const at = Date.now()
    const { args = [] } = (await request.clone().json()) as { readonly args?: readonly { name: string; value: number }[] }
    const n = args.find(({ name }) => name === 'n')?.value ?? -1
    const response = (await answer(n)) ?? (await service.fetch(request))
    const { status } = response
    arrivals.push({ n, at, status })
    if (status !== 429 && (status < 400 || status >= 500)) ran.set(n, (ran.get(n) ?? 0) + 1)
    return response
  }
  const server = await listen({ fetch })
  return { baseUrl: server.url, apiKey, service, ran, arrivals, close: () => server.close() }
}
