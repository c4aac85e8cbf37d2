import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'

/**
 * Serves the sample world to tools that have one place for a key, or none: whatever key they send, the right one for what
 * they call takes its place. With `broken`, it leaves out what the document requires.
 */
export async function serveSample({ broken = false } = {}): Promise<Listening> {
  const service = createMockService(createSampleWorld())
  return await listen(async (request) => {
    const response = await service.fetch(withKey(request))
    return broken ? Response.json({ status: 'success' }, { status: response.status }) : response
  })
}

function withKey(request: Request): Request {
  const keys: Readonly<Record<string, string>> = sampleKeys.workflows
  const [, flowId = ''] = /flows\/([^/]+)/.exec(request.url) ?? []
  const headers = new Headers(request.headers)
  headers.set('authorization', `Bearer ${keys[flowId] ?? sampleKeys.defaultEnvironment}`)
  return new Request(request, { headers })
}
