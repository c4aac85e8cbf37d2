import module from 'node:module'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { ownUrlOf } from '../adapters/http/bind.ts'
import { listen } from '../adapters/http.ts'
import type { ContractRecorder } from '../contract/record-contract.ts'
import type { OnExchange } from '../core/journal/journal.ts'
import { combineListeners } from '../core/requests/handle-request.ts'
import { foldRepeats } from '../serve/fold-repeats.ts'
import { createLogger, writeByTurn } from '../serve/log.ts'
import { readLook } from '../serve/terminal-look.ts'
import { withProbes } from '../serve/with-probes.ts'
import { type Address, openInspector, printAnnouncement, type RunningServer } from './announce-server.ts'
import { CommandLineError } from './exit-codes.ts'
import { type Backend, type ControlAccess, openReferenceBackend, type ReferenceBackendOptions } from './open-reference.ts'
import { readTls, readToken, readUpstream } from './read-options.ts'
import { createContractListener, openContract, withContract } from './serve/contract.ts'
import { endOnSignal } from './serve/end-on-signal.ts'
import type { ServeMode, ServeOptions } from './serve-options.ts'

// Docker waits ten seconds before it kills a process.
const gracePeriodMs = 9000

interface ServeCommand {
  readonly options: ServeOptions
  readonly command: CommandUnknownOpts
}

/**
 * Starts the server of a command, such as `wfhost-mock serve`, and prints its URL. Resolves when the server is ready. The server
 * then runs until a signal ends the process.
 *
 * The server passes each request to a backend. The backend handles the request with a world, sends it to another server, or
 * responds from a recording.
 *
 * @param mode - The kind of backend: `world`, `guard`, `record` or `replay`.
 */
export async function serve(mode: ServeMode, { command, options }: ServeCommand): Promise<void> {
  rejectUnsupportedOptions(mode, options)
  // `--engine prism` starts Prism, another program, instead of this server.
  if (options.engine === 'prism') return servePrism(mode, { command, options })

  const address = await readAddress(options)
  const controlAccess = readControlAccess(address, readToken(options.token, process.env))
  const runningServer = await openServer(mode, { options, address, controlAccess })
  endOnSignal(() => drain(runningServer), { quiet: options.quiet === true || options.json === true })

  await runningServer.backend.ready()
  // A signal may have arrived meanwhile. The server must not report that it is ready then.
  if (runningServer.phase === 'draining') return
  runningServer.phase = 'ready'
  flushCompileCache()

  if (options.open === true) openInspector(runningServer, controlAccess)
  printAnnouncement(runningServer, { options, address, controlAccess })
}

interface OpenOptions {
  readonly options: ServeOptions
  readonly address: Address
  readonly controlAccess: ControlAccess
}

/** Opens the backend with its log and its contract, and makes it listen. */
async function openServer(mode: ServeMode, { address, controlAccess, options }: OpenOptions): Promise<RunningServer> {
  const log = createServerLog(options)
  const contract = openContract(options.contract)
  const listeners = createListeners(log, contract)
  const backend = await openBackend(mode, { options, controlAccess, ownUrl: ownUrlOf(address), ...listeners })
  return startServer(withContract(backend, contract), { address, log })
}

/** Writes the compile cache of Node now, because a process that is killed does not write it. Node 20 has no such function. */
function flushCompileCache(): void {
  module.flushCompileCache?.()
}

/** Creates the listeners for the exchanges and the runs of the server, which write the log and the contract. */
function createListeners(
  log: Log | undefined,
  contract: ContractRecorder | undefined,
): Pick<ReferenceBackendOptions, 'onExchange' | 'onRunEnd'> {
  // A listener is called at the start of an exchange. The function that it returns is called at the end.
  const logListener: OnExchange = () => (exchange) => log?.logExchange(exchange)

  const onExchange = contract === undefined ? logListener : combineListeners(logListener, createContractListener(contract))
  return { onExchange, onRunEnd: (run) => log?.logRun(run) }
}

type Log = ReturnType<typeof createLogger>

function createServerLog({ logFormat, quiet, verbose }: ServeOptions): Log | undefined {
  if (quiet) return undefined
  const { columns, paint, toMark } = readLook(process.stderr)
  // The messages of the log are cut with a mark. Objects of JSON stay unchanged.
  const writeText = writeByTurn((text) => console.error(logFormat === 'json' ? text : toMark(text)))
  // Programs read the log of a pipe or a file, and count its lines.
  const isFolded = columns !== undefined && logFormat === 'text'
  const write = isFolded ? foldRepeats({ write: writeText, paint, everyMs: 1000 }) : writeText
  return createLogger({ format: logFormat, verbose: verbose === true, write, now: () => new Date(), paint })
}

interface ServerOptions {
  readonly address: Address
  readonly log: Log | undefined
}

/**
 * Makes a backend, such as the reference server, reachable at an address. The server also responds to probes of Docker and
 * Kubernetes. Its phase is `loading`, then `ready`, then `draining`.
 *
 * @throws {Error} if the server cannot listen at the address. The backend is closed then.
 */
async function startServer(backend: Backend, { address, log }: ServerOptions): Promise<RunningServer> {
  // Probes read the phase from this object. `serve` and `drain` change it.
  let runningServer: RunningServer | undefined
  const target = withProbes(backend.target, {
    // The first probes can arrive before `listen` has returned.
    getPhase: () => runningServer?.phase ?? 'loading',
    // The tool registries whose manifests have not arrived yet.
    getPendingRegistries: () => backend.getPendingRegistries?.() ?? [],
    // A reason to send no requests to this server, such as a state file that is not writable.
    getProblem: () => backend.getProblem?.(),
  })

  try {
    const server = await listen(target, { ...address, onRefusal: (refusal) => log?.logRefusal(refusal) })
    runningServer = { backend, server, phase: 'loading' }
    return runningServer
  } catch (error) {
    // The open backend would keep the process alive.
    await stopAndClose(backend)
    throw error
  }
}

/** Stops a server after the requests in progress. Returns false if some were cut off. */
async function drain(runningServer: RunningServer): Promise<boolean> {
  const { backend, server } = runningServer
  let isComplete = true
  runningServer.phase = 'draining'
  await server.close({
    gracePeriod: gracePeriodMs,
    onCutOff: () => {
      isComplete = false
    },
  })
  await stopAndClose(backend)
  return isComplete
}

/** Stops the background activity of a backend, such as watching the world file. Then closes the files that it writes. */
async function stopAndClose(backend: Backend): Promise<void> {
  backend.stop()
  await backend.close()
}

/** Lists the names of the options on the command line, without those that have a default or come from the environment. */
function listUsedOptions(command: CommandUnknownOpts): string[] {
  const used = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
  return used.map((option) => option.name())
}

async function readAddress({ cors, host, port, tlsCert, tlsKey }: ServeOptions): Promise<Address> {
  return { host, port, cors: cors === true, tls: await readTls(tlsCert, tlsKey) }
}

/** Returns who may use the control surface. Without a token, only this machine may use it. */
function readControlAccess({ host }: Address, token: string | undefined): ControlAccess {
  if (token !== undefined) return { token }
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}

/**
 * Rejects options that a guard in front of another server cannot use, such as `--world` in
 * `wfhost-mock guard --upstream http://localhost --world world.yaml`. Such a guard serves no world of its own.
 */
function rejectUnsupportedOptions(mode: ServeMode, options: ServeOptions): void {
  const isGuardOfOtherServer = mode.kind === 'guard' && mode.upstream !== undefined
  if (!isGuardOfOtherServer) return

  if (hasWorldOption(options)) {
    throw new CommandLineError(
      'Cannot use --world, --state, --forward, --max-bytes or --assume with --upstream: a guard serves no world; leave them out',
    )
  }

  if (options.contract !== undefined) {
    throw new CommandLineError('Cannot use --contract with --upstream: a guard serves no world; leave it out')
  }

  // `options.token` is set only by the option `--token`. A token in the environment may be for other servers, so it is allowed.
  if (options.token !== undefined || options.verbose) {
    throw new CommandLineError(
      'Cannot use --token or --verbose with --upstream: a guard has no control API and no log of requests; leave them out',
    )
  }
}

/** Whether the command line has an option about a world. `--assume` can occur several times, so its values are in an object. */
function hasWorldOption({ assume = {}, forward, maxBytes, state, world }: ServeOptions): boolean {
  const isGiven = [world, state, forward, maxBytes].some((value) => value !== undefined)
  return isGiven || Object.keys(assume).length > 0
}

async function servePrism(mode: ServeMode, { command, options }: ServeCommand): Promise<void> {
  if (mode.kind !== 'world') throw new CommandLineError(`Cannot use --engine prism with ${mode.kind}: it guards a world`)
  const { runPrism } = await import('./run-prism.ts')
  await runPrism(options, listUsedOptions(command))
}

interface BackendOptions extends Pick<ReferenceBackendOptions, 'controlAccess' | 'onExchange' | 'onRunEnd' | 'ownUrl'> {
  readonly options: ServeOptions
}

async function openBackend(mode: ServeMode, { options, ...common }: BackendOptions): Promise<Backend> {
  if (mode.kind === 'world') return openReferenceBackend({ ...readWorldOptions(options), ...common })
  // Loaded on demand, because the schemas of the guard are large.
  const { openGuardedReferenceBackend, openUpstreamGuard, openReplay } = await import('./open-guard.ts')
  if (mode.kind === 'replay') return openReplay(mode.recording)
  if (mode.kind === 'record') return openUpstreamGuard(readUpstream(mode.upstream), mode.output)
  if (mode.upstream !== undefined) return openUpstreamGuard(readUpstream(mode.upstream), undefined)
  return openGuardedReferenceBackend({ ...readWorldOptions(options), ...common })
}

type WorldOptions = Omit<ReferenceBackendOptions, 'controlAccess' | 'onExchange' | 'onRunEnd' | 'ownUrl'>

function readWorldOptions({ assume = {}, forward, maxBytes, publicUrl, state, trustProxy, world }: ServeOptions): WorldOptions {
  return {
    worldFile: world,
    assumptions: assume,
    state,
    upstreamUrl: forward === undefined ? undefined : readUpstream(forward, '--forward'),
    maxBytes,
    publicUrl: publicUrl === undefined ? undefined : readUpstream(publicUrl, '--public-url'),
    trustProxy,
  }
}
