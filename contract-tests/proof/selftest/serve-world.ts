import { createMockService, type MockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { contractFixtures, createContractWorld } from '../../src/local/contract-world.ts'
import { localSettleMs } from '../../src/local/settle-ms.ts'

/** A server of the contract world over HTTP, its hooks over HTTP too, and a configuration that describes both. */
export interface ServedWorld {
  readonly url: string
  readonly service: MockService
  /** Every request that reached the API: method and path. */
  readonly seen: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  readonly close: () => Promise<void>
}

/** Serves the contract world; `breakService` may put a defect in front of it. */
export async function serveWorld(
  breakService: (service: MockService) => MockService = (service) => service,
): Promise<ServedWorld> {
  const service = breakService(createMockService(createContractWorld()))
  const seen: string[] = []
  const server = await listen(async (request: Request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname}`)
    return service.fetch(await copyRequest(request))
  })
  const control = await listen((request: Request) => answerHook(service, request))
  const config = {
    name: 'contract world',
    baseUrl: server.url,
    settleMs: localSettleMs,
    allow: ['runs', 'executions', 'key-rotation', 'publishing', 'rate-limit'],
    fixtures: contractFixtures,
    hooks: {
      publishWorkflow: { url: `${control.url}/publish/{flowId}`, pick: '/key' },
      regenerateKey: { url: `${control.url}/regenerate/{flowId}`, pick: '/key' },
      creditBalance: { url: `${control.url}/credits`, method: 'GET', pick: '/credits' },
      limitRate: { url: `${control.url}/limit`, body: { requests: '{requests}', windowMs: '{windowMs}' } },
      endedRuns: { url: `${control.url}/ended`, method: 'GET', pick: '/ended' },
    },
  }
  return {
    url: server.url,
    service,
    seen,
    config,
    close: async () => {
      await control.close()
      await server.close()
    },
  }
}

/** The door's own kind of Request cannot be given to `new Request`, as some broken servers do. */
async function copyRequest(request: Request): Promise<Request> {
  const { headers, method, url } = request
  return new Request(url, { method, headers, ...(method === 'GET' ? {} : { body: await request.text() }) })
}

async function answerHook(service: MockService, request: Request): Promise<Response> {
  const [, action = '', flowId = ''] = new URL(request.url).pathname.split('/')
  if (action === 'publish') return Response.json({ key: service.publishWorkflow(flowId) })
  if (action === 'regenerate') return Response.json({ key: service.regenerateKey(flowId) })
  if (action === 'credits') return Response.json({ credits: service.creditBalance('acme') })
  if (action === 'limit') {
    service.setRateLimit(JSON.parse(await request.text()))
    return Response.json({})
  }
  await service.settled()
  return Response.json({ ended: service.runs().filter((run) => run.status === 'success').length })
}
