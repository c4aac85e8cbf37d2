import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { readKey, type Serve } from './server.ts'

const body = {
  type: 'object',
  required: ['args'],
  properties: {
    args: { type: 'array', items: { type: 'object', required: ['name', 'value'], properties: { name: { type: 'string' } } } },
    mode: { type: 'string', enum: ['sync', 'async'] },
  },
}

export const serve: Serve = async (engine, { mended }) => {
  const app = fastify({
    forceCloseConnections: true,
    ...(mended.includes('poisoning') ? { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' } : {}),
    ...(mended.includes('coercion') ? { ajv: { customOptions: { coerceTypes: false } } } : {}),
  })

  app.post<{ Params: { flowId: string } }>(
    '/api/v2/external/flows/:flowId/published-run',
    {
      schema: { body },
      // The key is checked before the body is parsed.
      onRequest: async (request, reply) => {
        if (readKey(request.headers.authorization) === undefined) await reply.code(401).send({ message: 'No key' })
      },
    },
    async (request, reply) => {
      const { flowId } = request.params
      const key = readKey(request.headers.authorization)
      const given = await engine.run({ flowId, key, body: request.body })
      return reply.code(given.status).send(given.body)
    },
  )

  await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() }
}
