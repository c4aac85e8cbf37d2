import type { RunningServer } from '../default-servers.ts'
import { Engine } from './engine.ts'
import { serve as serveExpress } from './express.ts'
import { serve as serveFastify } from './fastify.ts'
import { serveFlask } from './flask.ts'
import { serve as serveHono } from './hono.ts'
import { serve as serveNest } from './nest.ts'
import type { Serve } from './server.ts'

export { fixtures } from './engine.ts'

const serveByName: Readonly<Record<string, Serve>> = {
  'Express 5': serveExpress,
  'Fastify 5': serveFastify,
  'Hono 4': serveHono,
  'NestJS 12': serveNest,
}

/** Starts the server of a framework, with the lines that mend some of its defaults. */
export async function openServer(name: string, options: { readonly mended: readonly string[] }): Promise<RunningServer> {
  const serve = serveByName[name]
  if (serve === undefined) return serveFlask(options)

  const engine = new Engine()
  return { ...(await serve(engine, options)), hooks: engine.hooks }
}
