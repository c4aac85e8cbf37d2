import { type BrokenServer, rewriteBody } from './broken-server.ts'

export const tracebackMissing: BrokenServer = {
  defect: 'a failed run comes without a traceback',
  foundBy: 'RUN-ERROR',
  breakService: (service) => ({
    ...service,
    fetch: async (request) =>
      rewriteBody(await service.fetch(request), (body) => {
        if (body['status'] !== 'failed' || !('stepOutputs' in body)) return undefined
        const { traceback: _left, ...error } = Object(body['error'])
        return { ...body, error }
      }),
  }),
}
