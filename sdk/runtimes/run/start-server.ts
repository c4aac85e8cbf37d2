import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { LIMITED, WINDOW } from '../scenario/cases.ts'

/** Starts the reference server: one that never answers `slow`, and under LIMITED one that lets a request a window through. */
export async function startServer(): Promise<Listening> {
  const open = createMockService(createSampleWorld())
  open.addFault({ kind: 'hang', key: sampleKeys.workflows.slow })
  const limited = createMockService({ ...createSampleWorld(), rateLimit: { requests: 1, windowMs: WINDOW } })
  const server = await listen((request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(`${LIMITED}/`)) return open.fetch(request)
    url.pathname = url.pathname.slice(LIMITED.length)
    return limited.fetch(new Request(url, request))
  })
  const close = () => {
    for (const service of [open, limited]) service.stop()
    return server.close()
  }
  return { ...server, close }
}
