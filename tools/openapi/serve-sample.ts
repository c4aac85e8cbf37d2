import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'

/**
 * Serves the sample world to tools that have one place for a key, or none: the right key for the request replaces the key
 * that they send.
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
