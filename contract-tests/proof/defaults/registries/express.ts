import apicache from 'apicache'
import express, { type Request, type RequestHandler } from 'express'
import { type ListeningServer, waitUntilListening } from '../listen.ts'
import { readKey } from '../server.ts'
import type { Registry } from './registry.ts'
import { paths, readCaller, type ServeRegistry } from './serve-registry.ts'

export const serve: ServeRegistry = (registry) => serveWith(registry, [])

/** Keeps manifests with `apicache`, by their URL. */
export const serveWithCache: ServeRegistry = (registry, { mended }) => {
  const appendKey = (request: Request) => request.get('authorization') ?? ''
  const cache = apicache.newInstance(mended.includes('cache') ? { appendKey } : {})
  if (mended.includes('cache')) registry.onPublication(() => cache.clear(''))

  return serveWith(registry, [cache.middleware('1 minute')])
}

function serveWith(registry: Registry, cache: readonly RequestHandler[]): Promise<ListeningServer> {
  const app = express()
  app.use(express.json())

  app.get(paths.publicManifest, ...cache, (request, response) => {
    const { body, status } = registry.readManifest(readKey(request.get('authorization')))
    response.status(status).json(body)
  })
  app.get(paths.organizationManifest, (request: Request<{ orgId: string }>, response) => {
    const caller = readCaller((name) => request.get(name))
    const { body, status } = registry.readOrganizationManifest(request.params.orgId, caller)
    response.status(status).json(body)
  })
  app.post(paths.execute, (request, response) => {
    const { body, status } = registry.execute(readKey(request.get('authorization')), request.body)
    response.status(status).json(body)
  })
  return waitUntilListening(app.listen(0, '127.0.0.1'))
}
