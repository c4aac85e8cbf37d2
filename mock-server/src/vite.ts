import { toHttpHandler } from './adapters/http/http-exchange.ts'
import { defaultLimits } from './adapters/http/listen-options.ts'
import { createRequestListener } from './adapters/http/request-listener.ts'
import { type Engine, openReference } from './cli/open-reference.ts'
import { isDescribedPath } from './core/requests/paths.ts'
import type { MockHost } from './host/create-mock-host.ts'
import type { Assumptions } from './schema/assumptions.ts'
import { createLog } from './serve/log.ts'

/** What the development server serves beside the pages. */
export interface WorldPluginOptions {
  /** The world file. @default the sample world */
  readonly world?: string | undefined
  /** Choices where the document is silent; they override those of the file. @default the first choice of each, which listAssumptions() has */
  readonly assumptions?: Partial<Assumptions> | undefined
  /** Whether requests that succeeded are logged, too. @default false */
  readonly verbose?: boolean | undefined
}

/** The part of Vite's `Plugin` that is needed here, since its types would have to be installed to compile this. */
export interface WorldPlugin {
  readonly name: string
  readonly apply: 'serve'
  configureServer(server: ViteServer): Promise<void>
}

/** The part of Vite's `ViteDevServer` that is needed here. */
export interface ViteServer {
  readonly middlewares: { use(answer: (incoming: never, outgoing: never, next: () => void) => void): unknown }
  readonly config: { readonly logger: { info(text: string): void } }
  readonly resolvedUrls: { readonly local: readonly string[] } | null
  printUrls: () => void
}

/**
 * Serves a world beside the pages of Vite's development server, at their origin: the API, and the inspector at `/__mock/`.
 * Its state stays when pages are loaded again, the world file is edited, or Vite starts again in the same process.
 *
 * @throws {WorldFileError} when Vite starts, if the world file is invalid.
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
  return {
    name: 'wfhost-world',
    apply: 'serve',
    configureServer: async (server) => {
      const { logger } = server.config
      const held = await hold(options, (line) => logger.info(line))
      const answer = createRequestListener(toHttpHandler(held.engine.target.fetch), defaultLimits, {
        refuse: (_incoming, outgoing, { reason, status }) => {
          outgoing.writeHead(status, { connection: 'close', 'content-type': 'application/json' })
          outgoing.end(JSON.stringify({ message: reason }))
        },
      })
      server.middlewares.use((incoming, outgoing, next) => {
        const { pathname } = new URL(Reflect.get(incoming, 'url') ?? '/', 'http://localhost')
        if (isDescribedPath(pathname)) answer(incoming, outgoing)
        else next()
      })
      const { printUrls } = server
      server.printUrls = () => {
        printUrls()
        // The world is at the root, wherever Vite's `base` has the pages.
        const [local = ''] = server.resolvedUrls?.local ?? []
        const url = URL.canParse(local) ? new URL(local).origin : ''
        logger.info(`\n${held.engine.describe(url)}`)
        logger.info(`Inspector  ${url}/__mock/\n`)
      }
    },
  }
}

interface Held {
  readonly engine: Engine & { readonly target: MockHost }
  tell: (line: string) => void
}

// Vite loads its configuration and this module again when it starts again; the world is the same one.
const worlds = Symbol.for('@wfhost/mock-server: the worlds beside Vite')

/** Opens a world, or finds the one that was opened in this process with the same options. */
async function hold(options: WorldPluginOptions, tell: Held['tell']): Promise<Held> {
  const open: Map<string, Held> = Reflect.get(globalThis, worlds) ?? new Map()
  Reflect.set(globalThis, worlds, open)
  const key = JSON.stringify(options)
  const held = open.get(key) ?? (await openHeld(options, tell))
  open.set(key, held)
  held.tell = tell
  return held
}

async function openHeld(
  { assumptions = {}, verbose = false, world: file }: WorldPluginOptions,
  tell: Held['tell'],
): Promise<Held> {
  const current = { tell }
  const log = createLog({ format: 'text', verbose, write: (line) => current.tell(line), now: () => new Date() })
  const engine = await openReference({
    ownUrl: 'http://127.0.0.1:4010',
    file,
    assumptions,
    forward: undefined,
    state: undefined,
    control: undefined,
    onExchange: () => (exchange) => log.exchange(exchange),
    onRunEnd: (run) => log.run(run),
  })
  await engine.ready()
  return Object.assign(current, { engine })
}
