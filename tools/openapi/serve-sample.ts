import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'

/**
 * Serves the sample world to tools with one place for a key, or none. Any key is replaced by the right one for the request.
 */
export async function serveSample(): Promise<Listening> {
  const service = createMockService(createSampleWorld())
  return await listen((request) => service.fetch(withKey(request)))
}

function withKey(request: Request): Request {
  const keys: Readonly<Record<string, string>> = sampleKeys.workflows
  const [, flowId = ''] = /flows\/([^/]+)/.exec(request.url) ?? []
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${keys[flowId] ?? sampleKeys.defaultEnvironment}`)
  return new Request(request, { headers })
}
