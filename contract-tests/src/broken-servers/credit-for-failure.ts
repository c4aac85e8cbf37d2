import { type BrokenServer, rewriteBody } from './broken-server.ts'

export const creditForFailure: BrokenServer = {
  defect: 'a failed execution takes a credit',
  foundBy: 'EXE-CREDIT-FAILED',
  breakService: (service) => ({
    ...service,
    fetch: async (request) => {
      const response = await service.fetch(request)
      if (!new URL(request.url).pathname.endsWith('/execute') || response.status !== 200) return response
      return rewriteBody(response, (body) => {
        if (body['status'] === 'failed') service.setCredits('acme', service.creditBalance('acme') - 1)
        return undefined
      })
    },
  }),
}
