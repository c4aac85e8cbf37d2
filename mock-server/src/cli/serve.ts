import { spawn } from 'node:child_process'
import module from 'node:module'
import { constants } from 'node:os'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { toPrintable } from '@wfhost/internal/printable'
import { ownUrlOf } from '../adapters/http/bind.ts'
import { type ListenOptions, listen } from '../adapters/http.ts'
import { withProbes } from '../serve/answer-probes.ts'
import { createLog, writeByTurn } from '../serve/log.ts'
import { announceInJson } from './announce.ts'
import { type Control, type Engine, openReference, type ReferenceOptions } from './open-reference.ts'
import { otherOrigins } from './other-origins.ts'
import { CommandLineError, readTls, readToken, readUpstream } from './read-options.ts'
import type { ServeMode, ServeValues } from './serve-options.ts'

// Docker waits ten seconds before it kills.
const graceMs = 9000

interface Given {
  readonly values: ServeValues
  readonly command: CommandUnknownOpts
}

export async function serve(mode: ServeMode, { command, values }: Given): Promise<void> {
  checkMode(mode, values)
  if (values.engine === 'prism') return servePrism(mode, { command, values })
  const { json = false, quiet = false, verbose = false } = values
  const where = await readWhere(values)
  const control = controlFor(where, readToken(values.token, process.env))
  const write = writeByTurn(console.error)
  const log = quiet ? undefined : createLog({ format: values.logFormat, verbose, write, now: () => new Date() })
  const engine = await openEngine(mode, {
    values,
    control,
    ownUrl: ownUrlOf(where),
    observe: () => (exchange) => log?.exchange(exchange),
    observeRun: (run) => log?.run(run),
  })
  const phases = { current: 'loading' as 'loading' | 'ready' | 'draining' }
  const target = withProbes(engine.target, {
    phase: () => phases.current,
    waitingFor: () => engine.waitingFor?.() ?? [],
    trouble: () => engine.trouble?.(),
  })
  const server = await listen(target, { ...where, onRefusal: (refusal) => log?.refusal(refusal) }).catch(
    async (error: unknown) => {
      // The open engine would keep the process alive.
      engine.stop()
      await engine.close()
      throw error
    },
  )
  async function drain(): Promise<boolean> {
    let whole = true
    phases.current = 'draining'
    await server.close({
      graceMs,
      onCutOff: () => {
        whole = false
      },
    })
    engine.stop()
    await engine.close()
    return whole
  }
  endOnSignal(drain, { quiet: quiet || json })
  await engine.ready()
  // After a signal in the meantime, no client should be told to come here.
  if (phases.current === 'draining') return
  phases.current = 'ready'
  // At its end it would be too late, as test runners and containers kill it. Node 20 has none.
  module.flushCompileCache?.()
  const inspector = engine.inspector && control !== false ? `${server.url}/__mock/` : undefined
  if (values.open === true) {
    if (inspector === undefined) console.error('Cannot open the inspector: without a control surface there is none')
    else openBrowser(inspector)
  }
  if (json)
    return console.log(announceInJson({ url: server.url, keys: engine.keys, control: engine.inspector ? control : 'none' }))
  if (quiet) return
  const others = otherOrigins({ host: where.host, port: server.port, secure: where.tls !== undefined })
  const elsewhere = others.length === 0 ? '' : `\nFrom other machines  ${others.join('  ')}\n`
  const described = engine.describe(server.url) + elsewhere
  console.log(toPrintable(inspector === undefined ? described : `${described}\nInspector  ${inspector}\n`))
}

function givenTo(command: CommandUnknownOpts): string[] {
  return command.options.flatMap((option) =>
    command.getOptionValueSource(option.attributeName()) === 'cli' ? [option.name()] : [],
  )
}

async function readWhere(values: ServeValues): Promise<ListenOptions & { readonly host: string }> {
  const { cors = false, host, port, tlsCert, tlsKey } = values
  const tls = await readTls(tlsCert, tlsKey)
  return { host, port, cors, ...(tls === undefined ? {} : { tls }) }
}

/** Without a token, only this machine may use the control surface. */
function controlFor({ host = '' }: Pick<ListenOptions, 'host'>, token: string | undefined): Control {
  if (token !== undefined) return { token }
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}

/** A guard of another server has no world, so nothing that describes one. */
function checkMode(mode: ServeMode, { assume = {}, forward, keptBytes, state, token, verbose, world }: ServeValues): void {
  if (mode.kind !== 'guard' || mode.upstream === undefined) return
  const hasWorld = [world, state, forward, keptBytes].some((value) => value !== undefined) || Object.keys(assume).length > 0
  if (hasWorld) {
    throw new CommandLineError(
      'Cannot use --world, --state, --forward, --kept-bytes or --assume with --upstream: the guard knows the document alone',
    )
  }
  // That of the environment may be for other servers.
  if (token !== undefined || verbose) {
    throw new CommandLineError(
      'Cannot use --token or --verbose with --upstream: it has no control API and no log of requests; leave it out',
    )
  }
}

async function servePrism(mode: ServeMode, { command, values }: Given): Promise<void> {
  if (mode.kind !== 'world') throw new CommandLineError(`Cannot use --engine prism with ${mode.kind}: it guards a world`)
  const { runPrism } = await import('./run-prism.ts')
  await runPrism(values, givenTo(command))
}

interface EngineOptions extends Pick<ReferenceOptions, 'control' | 'observe' | 'observeRun' | 'ownUrl'> {
  readonly values: ServeValues
}

async function openEngine(mode: ServeMode, { values, ...rest }: EngineOptions): Promise<Engine> {
  if (mode.kind === 'world') return openReference({ ...readWorldOptions(values), ...rest })
  // Its schemas are most of those that there are.
  const { openGuardedReference, openGuardOf, openReplay } = await import('./open-guard.ts')
  if (mode.kind === 'replay') return openReplay(mode.recording)
  if (mode.kind === 'record') return openGuardOf(readUpstream(mode.upstream), mode.output)
  if (mode.upstream !== undefined) return openGuardOf(readUpstream(mode.upstream), undefined)
  return openGuardedReference({ ...readWorldOptions(values), ...rest })
}

type WorldOptions = Omit<ReferenceOptions, 'control' | 'observe' | 'observeRun' | 'ownUrl'>

function readWorldOptions({ assume = {}, forward, keptBytes, publicUrl, state, trustProxy, world }: ServeValues): WorldOptions {
  return {
    file: world,
    assumptions: assume,
    state,
    forward: forward === undefined ? undefined : readUpstream(forward, '--forward'),
    keptBytes,
    publicUrl: publicUrl === undefined ? undefined : readUpstream(publicUrl, '--public-url'),
    trustProxy,
  }
}

/**
 * Ends the process on a signal, after the requests in progress, with exit code 0, or 1 if some were cut off. A second
 * signal ends it at once.
 */
function endOnSignal(drain: () => Promise<boolean>, { quiet }: { readonly quiet: boolean }): void {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The exit code that shells report for a process that was ended by a signal.
      if (ending.signal.aborted) process.exit(128 + constants.signals[signal])
      ending.abort()
      if (!quiet) console.log(`Stopped by ${signal}`)
      drain().then(
        (whole) => {
          if (!whole) console.error('wfhost-mock: Requests that were still under way were cut off')
          process.exit(whole ? 0 : 1)
        },
        (error: unknown) => {
          console.error(toPrintable(`wfhost-mock: ${error instanceof Error ? error.message : error}`))
          process.exit(1)
        },
      )
    })
  }
}

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Opens a page in the browser of this machine, or says why it cannot. */
function openBrowser(url: string): void {
  const command = openers[process.platform] ?? 'xdg-open'
  const child = spawn(command, [url], { detached: true, stdio: 'ignore' })
  child.on('error', () => console.error(`Cannot open a browser: there is no ${command} here; the page is at ${url}`))
  child.unref()
}
