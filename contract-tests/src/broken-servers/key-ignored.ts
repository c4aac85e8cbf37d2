import type { BrokenServer } from './broken-server.ts'

export const keyIgnored: BrokenServer = {
  defect: 'the key of a run is not looked at',
  foundBy: 'KEY-INVALID',
  breakService: (service) => ({
    ...service,
    fetch: async (request) => {
      const flowId = /\/flows\/([^/]+)\/published-run$/.exec(new URL(request.url).pathname)?.[1]
      const key = flowId === undefined ? undefined : service.workflowKey(flowId)
      if (key === undefined) return service.fetch(request)
      const headers = new Headers(request.headers)
      headers.set('authorization', `Bearer ${key}`)
      return service.fetch(new Request(request, { headers }))
    },
  }),
}
