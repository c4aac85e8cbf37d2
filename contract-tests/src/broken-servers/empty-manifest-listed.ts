import type { BrokenServer } from './broken-server.ts'

export const emptyManifestListed: BrokenServer = {
  defect: 'a manifest for which nothing qualifies is 200 with an empty list',
  foundBy: 'MAN-EMPTY',
  breakService: (service) => ({
    ...service,
    fetch: async (request) => {
      const response = await service.fetch(request)
      const empty = response.status === 400 && new URL(request.url).pathname.endsWith('/manifest')
      return empty ? Response.json([]) : response
    },
  }),
}
