import type { BrokenServer } from './broken-server.ts'

export const asyncAnswersSync: BrokenServer = {
  defect: 'async is answered with the body of a sync run',
  foundBy: 'RUN-ASYNC',
  breakService: (service) => ({
    ...service,
    fetch: async (request) => {
      const text = request.method === 'POST' ? await request.text() : undefined
      const body = text?.replace('"mode":"async"', '"mode":"sync"')
      return service.fetch(
        new Request(request.url, { method: request.method, headers: request.headers, ...(body === undefined ? {} : { body }) }),
      )
    },
  }),
}
