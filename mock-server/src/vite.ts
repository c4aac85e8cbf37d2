import { resolve } from 'node:path'
import type { Connections } from './adapters/http/connections.ts'
import { toHttpHandler } from './adapters/http/http-exchange.ts'
import { defaultLimits } from './adapters/http/listen-options.ts'
import { createRequestListener } from './adapters/http/request-listener.ts'
import { openReferenceBackend, type ReferenceBackend } from './cli/open-reference.ts'
import { isApiPath } from './core/requests/paths.ts'
import { validate } from './schema/check.ts'
import { createLogger } from './serve/log.ts'
import { plainPaint } from './serve/terminal-look.ts'
import { pluginOptionsSchema, type WorldPluginOptions } from './vite/plugin-options.ts'

export type { WorldPluginOptions } from './vite/plugin-options.ts'

/** The part of Vite's `Plugin` that is needed here, since its types would have to be installed to compile this. */
export interface WorldPlugin {
  readonly name: string
  readonly apply: 'serve'
  configureServer(server: ViteServer): Promise<void>
}

/** The part of Vite's `ViteDevServer` that is needed here. */
export interface ViteServer {
  readonly middlewares: { use(handler: (incoming: never, outgoing: never, next: () => void) => void): unknown }
  readonly config: { readonly root: string; readonly logger: { info(text: string): void } }
  readonly resolvedUrls: { readonly local: readonly string[] } | null
  printUrls: () => void
}

/**
 * Serves a world from Vite's development server, at the origin of the pages: the API, and the inspector at `/__mock/`.
 * Its state stays when pages are loaded again, the world file is edited, or Vite starts again in the same process.
 *
 * @throws {MockStateError} for unknown options. {WorldFileError} when Vite starts, if the world file is invalid.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { sampleKeys } from '@wfhost/mock-server'
 * import { worldPlugin } from '@wfhost/mock-server/vite'
 * import { createServer } from 'vite'
 *
 * const server = await createServer({ configFile: false, logLevel: 'silent', server: { port: 0 }, plugins: [worldPlugin()] })
 * await server.listen()
 * const [url] = server.resolvedUrls?.local ?? []
 * const headers = { authorization: `Bearer ${sampleKeys.defaultEnvironment}` }
 * assert.equal((await fetch(`${url}v1/public/wfhost/manifest`, { headers })).status, 200)
 * await server.close()
 * ```
 */
export function worldPlugin(options: WorldPluginOptions = {}): WorldPlugin {
  validate(pluginOptionsSchema, options, 'create the plugin of a world')

  return {
    name: 'wfhost-world',
    apply: 'serve',
    configureServer: async (server) => {
      const { logger, root } = server.config
      const world = options.world === undefined ? undefined : resolve(root, options.world)
      const { backend } = await openSharedWorld({ ...options, world }, (line) => logger.info(line))

      serveWorld(server, backend)
      describeWorldAfterUrls(server, backend)
    },
  }
}

/** Lets the world respond to the requests that the API document describes, and Vite to all others. */
function serveWorld(server: ViteServer, backend: ReferenceBackend): void {
  const respond = createRequestListener(toHttpHandler(backend.target.fetch), defaultLimits, { refuse })

  server.middlewares.use((incoming, outgoing, next) => {
    const { url = '/' }: { readonly url?: string } = incoming
    const { pathname } = new URL(url, 'http://localhost')
    if (isApiPath(pathname)) respond(incoming, outgoing)
    else next()
  })
}

/** Extends what Vite prints when it is ready: the world and the address of its inspector follow the URLs of the pages. */
function describeWorldAfterUrls(server: ViteServer, backend: ReferenceBackend): void {
  const { logger } = server.config
  const { printUrls } = server

  server.printUrls = () => {
    printUrls()
    const origin = findOrigin(server)
    logger.info(`\nInspector  ${origin}/__mock/\nServer     ${origin}\n\n${backend.describe(origin, plainPaint)}\n`)
  }
}

/** Returns the origin of the server. The world is at the root, also if Vite's option `base` moves the pages. */
function findOrigin({ resolvedUrls }: Pick<ViteServer, 'resolvedUrls'>): string {
  const [localUrl = ''] = resolvedUrls?.local ?? []
  return URL.canParse(localUrl) ? new URL(localUrl).origin : ''
}

const refuse: Connections['refuse'] = (_incoming, outgoing, { reason, status }) => {
  outgoing.writeHead(status, { connection: 'close', 'content-type': 'application/json' })
  outgoing.end(JSON.stringify({ message: reason }))
}

type WriteLine = (line: string) => void

/** A server with its world, which all starts of Vite in one process share. */
interface SharedWorld {
  readonly backend: ReferenceBackend
  /** Where the log of the world goes. Each start of Vite has another logger, so it replaces `writeLine`. */
  readonly logOutput: { writeLine: WriteLine }
}

// When Vite restarts, it loads its configuration and this module again. The world must stay the same.
const worldsKey = Symbol.for('@wfhost/mock-server: the worlds beside Vite')

/** Opens a world, or finds the world that was opened in this process with the same options. */
async function openSharedWorld(options: WorldPluginOptions, writeLine: WriteLine): Promise<SharedWorld> {
  const worlds: Map<string, SharedWorld> = Reflect.get(globalThis, worldsKey) ?? new Map()
  Reflect.set(globalThis, worldsKey, worlds)

  const key = JSON.stringify(options)
  const world = worlds.get(key) ?? (await createSharedWorld(options, writeLine))
  worlds.set(key, world)
  // The world may be older than the logger of Vite.
  world.logOutput.writeLine = writeLine
  return world
}

const defaultUrl = 'http://127.0.0.1:4010'

/**
 * Opens the reference server for the development server of Vite. Resolves when the server has read the manifests of its tool
 * registries.
 */
async function createSharedWorld(options: WorldPluginOptions, writeLine: WriteLine): Promise<SharedWorld> {
  const { assumptions = {}, verbose = false, world: worldFile } = options
  // Each restart of Vite replaces `writeLine`. So the log reads it from this object for each line.
  const logOutput = { writeLine }
  const log = createLogger({ format: 'text', verbose, write: (line) => logOutput.writeLine(line), now: () => new Date() })

  const backend = await openReferenceBackend({
    // The port of Vite is not known yet. World files refer to this server by the default URL, so it is used here.
    ownUrl: defaultUrl,
    worldFile,
    assumptions,
    // Without a token, only this machine may use the control API.
    controlAccess: undefined,
    // The plugin does not have these options of the command line: another server for unknown requests, and a state file.
    upstreamUrl: undefined,
    state: undefined,
    // The outer function is called at the start of an exchange, and the inner function at its end.
    onExchange: () => (exchange) => log.logExchange(exchange),
    onRunEnd: (run) => log.logRun(run),
  })
  await backend.ready()
  return { backend, logOutput }
}
