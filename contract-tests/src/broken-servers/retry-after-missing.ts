import type { BrokenServer } from './broken-server.ts'

export const retryAfterMissing: BrokenServer = {
  defect: 'a 429 comes without Retry-After',
  foundBy: 'LIMIT-RETRY-AFTER',
  breakService: (service) => ({
    ...service,
    fetch: async (request) => {
      const response = await service.fetch(request)
      response.headers.delete('retry-after')
      return response
    },
  }),
}
