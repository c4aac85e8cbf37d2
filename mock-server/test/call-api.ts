import { type MockService, sampleKeys, type ToolSeed } from '@wfhost/mock-server'

/** A response with its body parsed. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

type Target = Pick<MockService, 'fetch'>

/** Calls the API at a URL, by default over the network. */
export function at(url: string, send: (request: Request) => Promise<Response> = (request) => fetch(request)): Target {
  return { fetch: (request) => send(new Request(request.url.replace('http://mock.test', url), request)) }
}

export async function run(
  service: Target,
  call: {
    readonly flowId: string
    readonly key: string | undefined
    readonly args?: Readonly<Record<string, unknown>>
    readonly mode?: 'sync' | 'async'
  },
): Promise<ReceivedResponse> {
  const { args = {}, flowId, key, mode } = call
  const pairs = Object.entries(args).map(([name, value]) => ({ name, value }))
  const path = `/api/v2/external/flows/${encodeURIComponent(flowId)}/published-run`
  return post(service, { path, key, body: { args: pairs, ...(mode === undefined ? {} : { mode }) } })
}

export async function execute(
  service: Target,
  { key, payload, product = 'wfhost' }: { readonly key: string; readonly payload: object; readonly product?: string },
): Promise<ReceivedResponse> {
  return post(service, { path: `/v1/public/${product}/execute`, key, body: payload })
}

/** Adds a tool set to the sample world that has one tool and is published to its profile `default`. */
export function addTool(
  service: MockService,
  toolset: string,
  tool: ToolSeed,
): { readonly toolset: string; readonly tool: string } {
  service.add({
    organizations: [
      { id: 'acme', toolsets: [{ id: toolset, versions: [{ version: '1', tools: [tool] }], published: { default: '1' } }] },
    ],
  })
  return { toolset, tool: tool.name }
}

export async function manifest(
  service: Target,
  { key, orgId, product = 'wfhost' }: { readonly key: string; readonly orgId?: string; readonly product?: string },
): Promise<ReceivedResponse> {
  const path = orgId === undefined ? `/v1/public/${product}/manifest` : `/v1/orgs/${orgId}/${product}/manifest`
  return responded(await service.fetch(new Request(`http://mock.test${path}`, { headers: { authorization: `Bearer ${key}` } })))
}

/** Sends seven requests to a service with the sample world: the second is invalid, the last one unknown. */
export async function sendRequests(service: Target): Promise<void> {
  await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 'Hello' } })
  await run(service, { flowId: 'echo', key: sampleKeys.workflows.echo, args: { text: 1 } })
  await run(service, { flowId: 'echo', key: 'nobody knows this key' })
  await run(service, { flowId: 'slow', key: sampleKeys.workflows.slow, mode: 'async' })
  await manifest(service, { key: sampleKeys.defaultEnvironment })
  await execute(service, { key: sampleKeys.defaultEnvironment, payload: { toolset: 'mail', tool: 'count' } })
  await service.fetch(new Request('http://mock.test/nothing?x=1'))
}

/** Sends a POST request with a JSON body. */
export async function post(
  service: Target,
  { body, key, path }: { readonly path: string; readonly key: string | undefined; readonly body: unknown },
): Promise<ReceivedResponse> {
  const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
  return responded(
    await service.fetch(new Request(`http://mock.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) })),
  )
}

async function responded(response: Response): Promise<ReceivedResponse> {
  return { status: response.status, headers: response.headers, body: await response.json() }
}
