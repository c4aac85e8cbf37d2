import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { addAdmin } from './admin.ts'
import { Problem, problemOf, sendProblem } from './problems.ts'
import { addRegistry } from './registry.ts'
import { Runner } from './runner.ts'
import { addService } from './service.ts'
import { Store } from './store.ts'

/** How a deployment is set up. */
export interface Settings {
  /** The file of the database, or `:memory:`. */
  readonly database: string
  readonly adminToken: string
  readonly port: number
  readonly syncTimeoutMs: number
  /** The number of concurrent runs in the background. */
  readonly workers: number
}

/** One process, one database, one port: `/engine` is the workflow service, `/hub` the tool registry, `/admin` the operator's. */
export async function serve(settings: Settings): Promise<{ readonly app: FastifyInstance; readonly url: string }> {
  const { adminToken, database, port, syncTimeoutMs, workers } = settings
  const store = new Store(database, adminToken)
  const runner = new Runner(store, workers)
  let requests = 0
  let url = ''
  const app = fastify({
    bodyLimit: 8 * 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    // Names are data here, and never reach a prototype.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    genReqId: () => {
      requests += 1
      return String(requests)
    },
  })
  app.setErrorHandler((error: Error, request, reply) => sendProblem({ request, reply }, problemOf(error)))
  app.setNotFoundHandler((request, reply) => sendProblem({ request, reply }, new Problem(40400, 'There is nothing here')))
  await app.register(async (scope) => addService(scope, { store, runner, syncTimeoutMs }), { prefix: '/engine' })
  const registry = { store, product: 'conveyor', url: () => `${url}/hub` }
  await app.register(async (scope) => addRegistry(scope, registry), { prefix: '/hub' })
  await app.register(async (scope) => addAdmin(scope, { store, token: adminToken }), { prefix: '/admin' })
  app.addHook('onClose', async () => {
    runner.close()
    store.close()
  })
  await app.listen({ host: '127.0.0.1', port })
  // It listens on a port, so its address is not the name of a pipe.
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  runner.kick()
  return { app, url }
}
