import type { Server } from 'node:http'
import { serve as listen } from '@hono/node-server'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { waitUntilListening } from '../listen.ts'
import { readKey } from '../server.ts'
import { paths, readCaller, type ServeRegistry } from './serve-registry.ts'

export const serve: ServeRegistry = (registry) => {
  const app = new Hono()
  app.use(etag())

  app.get(paths.publicManifest, (context) => {
    const { body, status } = registry.readManifest(readKey(context.req.header('authorization')))
    return context.json(body, status as ContentfulStatusCode)
  })
  app.get(paths.organizationManifest, (context) => {
    const caller = readCaller((name) => context.req.header(name))
    const { body, status } = registry.readOrganizationManifest(context.req.param('orgId'), caller)
    return context.json(body, status as ContentfulStatusCode)
  })
  app.post(paths.execute, async (context) => {
    const { body, status } = registry.execute(readKey(context.req.header('authorization')), await context.req.json())
    return context.json(body, status as ContentfulStatusCode)
  })
  return waitUntilListening(listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server)
}
