import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { RunningRegistry, RunningServer } from '../default-server.ts'
import { Engine } from './engine.ts'
import { serve as serveExpress } from './express.ts'
import { serve as serveExpressWithMiddleware } from './express-with-middleware.ts'
import { serve as serveFastify } from './fastify.ts'
import { serve as serveHono } from './hono.ts'
import { serve as serveNest } from './nest.ts'
import { serveProcess, serveRegistryProcess } from './process.ts'
import { serve as serveExpressRegistry, serveWithCache as serveExpressRegistryWithCache } from './registries/express.ts'
import { serve as serveFastifyRegistry } from './registries/fastify.ts'
import { serve as serveHonoRegistry } from './registries/hono.ts'
import { serve as serveNestRegistry } from './registries/nest.ts'
import { Registry } from './registries/registry.ts'
import type { ServeRegistry } from './registries/serve-registry.ts'
import type { Serve } from './server.ts'
import { openStoreByName } from './stores/open-store.ts'
import type { OpenStore } from './stores/run-store.ts'

export { fixtures } from './engine.ts'
export { registryFixtures } from './registries/fixtures.ts'

const serveByName: Readonly<Record<string, Serve>> = {
  'Express 5': serveExpress,
  'Express 5 with middleware': serveExpressWithMiddleware,
  'Fastify 5': serveFastify,
  'Hono 4': serveHono,
  'NestJS 12': serveNest,
}

const serveRegistryByName: Readonly<Record<string, ServeRegistry>> = {
  'Express 5': serveExpressRegistry,
  'Express 5 with apicache': serveExpressRegistryWithCache,
  'Fastify 5 with @fastify/etag': serveFastifyRegistry,
  'Hono 4 with etag': serveHonoRegistry,
  'NestJS 12 with CacheInterceptor': serveNestRegistry,
}

const nextProgram = 'node_modules/next/dist/bin/next'

/** The commands that start the servers of programs and other languages. */
const commandByName: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'Next.js 16': [process.execPath, nextProgram, 'start', 'next', '--port', '0', '--hostname', '127.0.0.1'],
  'Django 3': ['/usr/bin/python3', '-B', 'django_server.py'],
  FastAPI: ['/usr/bin/python3', '-B', 'fastapi_server.py'],
  'Django 3 with its ORM': ['/usr/bin/python3', '-B', 'stores/django_orm_server.py'],
  'SQLAlchemy 1.4': ['/usr/bin/python3', '-B', 'stores/sqlalchemy_server.py'],
  'Flask 3': ['python3', '-B', 'flask_server.py'],
  'Sinatra 3': ['ruby', 'ruby_server.rb'],
  Go: ['go', 'run', 'go/main.go', 'go/flows.go'],
  'Java and Gson 2': [
    'sh',
    '-c',
    'javac -cp $GSON -d $STATE java/*.java && exec java -Dsun.net.httpserver.nodelay=true -cp $GSON:$STATE Server',
  ],
  'PHP 8': ['php', '-S', '127.0.0.1:0', 'php_server.php'],
}

/** The commands that start the registries of programs and other languages. */
const registryCommandByName: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'Next.js 16': [process.execPath, nextProgram, 'start', 'next', '--port', '0', '--hostname', '127.0.0.1'],
  'Django 3 with cache_page': ['/usr/bin/python3', '-B', 'registries/django_registry.py'],
  FastAPI: ['/usr/bin/python3', '-B', 'registries/fastapi_registry.py'],
  'Flask 3': ['python3', '-B', 'registries/flask_registry.py'],
}

/** Starts the registry of a framework, with the lines that mend some of its defaults. */
export async function openRegistry(name: string, options: { readonly mended: readonly string[] }): Promise<RunningRegistry> {
  const serve = serveRegistryByName[name]
  if (serve === undefined) return serveRegistryProcess(registryCommandByName[name] ?? [name], options)

  const registry = new Registry()
  return { ...(await serve(registry, options)), hooks: registry.hooks }
}

/** Starts the server of a framework, with the lines that mend some of its defaults. */
export async function openServer(name: string, options: { readonly mended: readonly string[] }): Promise<RunningServer> {
  const openStore = openStoreByName[name]
  if (openStore !== undefined) return serveStore(openStore, options)

  const serve = serveByName[name]
  if (serve === undefined) return serveProcess(commandByName[name] ?? [name], options)

  const engine = new Engine()
  return { ...(await serve(engine, options)), hooks: engine.hooks }
}

/** Starts the server on Express, whose runs go through a store. The store alone has defaults. */
async function serveStore(openStore: OpenStore, options: { readonly mended: readonly string[] }): Promise<RunningServer> {
  const runs = await openStore(options)
  const engine = new Engine(runs)
  const { close, url } = await serveExpress(engine, options)

  const closeAll = async () => {
    await close()
    await runs.close()
  }
  return { url, close: closeAll, hooks: engine.hooks }
}

/** Builds the server on Next.js and the client of Prisma. The other servers need no build. */
export async function buildServers(): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  await promisify(execFile)(process.execPath, [nextProgram, 'build', 'next'], { cwd: import.meta.dirname, env })
  await generatePrismaClient()
}

/** Generates the client of Prisma, which is code for the tables of its schema. */
async function generatePrismaClient(): Promise<void> {
  const generate = ['node_modules/prisma/build/index.js', 'generate', '--schema', 'stores/prisma/schema.prisma']
  // Prisma would download a program for migrations, which generating does not use. With the address of any program, it does not.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' }
  await promisify(execFile)(process.execPath, generate, { cwd: import.meta.dirname, env })
}
