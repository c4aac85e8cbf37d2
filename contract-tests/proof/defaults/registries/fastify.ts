import type { AddressInfo } from 'node:net'
import etag from '@fastify/etag'
import fastify from 'fastify'
import { readKey } from '../server.ts'
import { paths, readCaller, type ServeRegistry } from './serve-registry.ts'

export const serve: ServeRegistry = async (registry) => {
  const app = fastify({ forceCloseConnections: true })
  await app.register(etag)

  app.get(paths.publicManifest, async ({ headers }, reply) => {
    const { body, status } = registry.readManifest(readKey(headers.authorization))
    return reply.code(status).send(body)
  })
  app.get<{ Params: { orgId: string } }>(paths.organizationManifest, async ({ headers, params }, reply) => {
    const caller = readCaller((name) => headers[name]?.toString())
    const { body, status } = registry.readOrganizationManifest(params.orgId, caller)
    return reply.code(status).send(body)
  })
  app.post(paths.execute, async ({ body: payload, headers }, reply) => {
    const { body, status } = registry.execute(readKey(headers.authorization), payload)
    return reply.code(status).send(body)
  })

  await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() }
}
