import type { BrokenServer } from './broken-server.ts'

export const oldKeyAlive: BrokenServer = {
  defect: 'the old key of a workflow still works after regeneration',
  foundBy: 'KEY-REGENERATED',
  breakService: (service) => {
    const replaced = new Map<string, string>()
    return {
      ...service,
      regenerateKey: (flowId) => {
        const old = service.workflowKey(flowId)
        const key = service.regenerateKey(flowId)
        if (old !== undefined) replaced.set(`Bearer ${old}`, `Bearer ${key}`)
        return key
      },
      fetch: async (request) => {
        const current = replaced.get(request.headers.get('authorization') ?? '')
        if (current === undefined) return service.fetch(request)
        const headers = new Headers(request.headers)
        headers.set('authorization', current)
        return service.fetch(new Request(request, { headers }))
      },
    }
  },
}
