import module from 'node:module'
import { constants } from 'node:os'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { toPrintable } from '@wfhost/internal/printable'
import { ownUrlOf } from '../adapters/http/bind.ts'
import { listen } from '../adapters/http.ts'
import { type ContractRecorder, createContractRecorder } from '../contract/record-contract.ts'
import type { OnExchange } from '../core/journal/journal.ts'
import { combine } from '../core/requests/handle-request.ts'
import { foldRepeats } from '../serve/fold-repeats.ts'
import { createLog, writeByTurn } from '../serve/log.ts'
import { readLook } from '../serve/terminal-look.ts'
import { withProbes } from '../serve/with-probes.ts'
import { type Address, announce, openInspector, type RunningServer } from './announce-server.ts'
import { CommandLineError } from './exit-codes.ts'
import { type Backend, type Control, openReference, type ReferenceOptions } from './open-reference.ts'
import { readTls, readToken, readUpstream } from './read-options.ts'
import type { ServeMode, ServeValues } from './serve-options.ts'

// Docker waits ten seconds before it kills a process.
const gracePeriodMs = 9000

interface ServeCommand {
  readonly values: ServeValues
  readonly command: CommandUnknownOpts
}

/**
 * Starts the server of a command, such as `wfhost-mock serve`, and prints its URL. Resolves when the server is ready. The server
 * then runs until a signal ends the process.
 *
 * The server passes each request to a backend. The backend handles the request with a world, sends it to another server, or
 * responds from a recording.
 *
 * @param mode - The kind of backend.
 */
export async function serve(mode: ServeMode, { command, values }: ServeCommand): Promise<void> {
  rejectUnusedOptions(mode, values)
  // The option starts another program, Prism, as the server.
  if (values.engine === 'prism') return servePrism(mode, { command, values })

  const address = await readAddress(values)
  const control = readControl(address, readToken(values.token, process.env))

  const log = createServerLog(values)
  const contract = openContract(values.contract)
  const listeners = createListeners(log, contract)
  const backend = await openBackend(mode, { values, control, ownUrl: ownUrlOf(address), ...listeners })

  const running = await startServer(withContract(backend, contract), { address, log })
  endOnSignal(() => drain(running), { quiet: values.quiet === true || values.json === true })
  await backend.ready()

  // A signal may have arrived meanwhile, and `drain` has changed the phase. The server must not report that it is ready then.
  if (running.phase === 'draining') return
  running.phase = 'ready'

  // Test runners and containers kill the process, which then would not write its compile cache. Node 20 has no such function.
  module.flushCompileCache?.()

  if (values.open === true) openInspector(running, control)
  announce(running, { values, address, control })
}

/** Creates the listeners for the exchanges and the runs of the server, which write the log and the contract. */
function createListeners(
  log: Log | undefined,
  contract: ContractRecorder | undefined,
): Pick<ReferenceOptions, 'onExchange' | 'onRunEnd'> {
  // A listener is called at the start of an exchange. The function that it returns is called at the end.
  const logListener: OnExchange = () => (exchange) => log?.logExchange(exchange)

  const onExchange = contract === undefined ? logListener : combine(logListener, createContractListener(contract))
  return { onExchange, onRunEnd: (run) => log?.logRun(run) }
}

/**
 * Opens the contract, if the command line names a file for it.
 *
 * @throws {CommandLineError} if the file cannot be written, or is not a contract.
 */
function openContract(file: string | undefined): ContractRecorder | undefined {
  if (file === undefined) return undefined
  try {
    return createContractRecorder(file)
  } catch (cause) {
    throw new CommandLineError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/**
 * Creates a listener that writes each exchange of the server to the contract, a file with the distinct requests and their
 * responses. The server calls the listener when an exchange starts. The listener returns a function, which the server calls when
 * the exchange has ended.
 */
function createContractListener(contract: ContractRecorder): OnExchange {
  let lastProblem: string | undefined

  // The server continues, even if the file cannot be written. A problem that repeats in a row is reported once.
  function reportWriteProblem(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error)
    if (problem !== lastProblem) console.error(toPrintable(`wfhost-mock: ${problem}`))
    lastProblem = problem
  }

  return function handleStart() {
    // This function is also such a listener.
    const recordExchange = contract.onExchange()

    return function handleEnd(exchange) {
      recordExchange(exchange)
      contract.flush().catch(reportWriteProblem)
    }
  }
}

/** Returns a backend that writes the rest of the contract when it closes, and rejects if that fails. */
function withContract(backend: Backend, contract: ContractRecorder | undefined): Backend {
  if (contract === undefined) return backend
  return {
    ...backend,
    close: async () => {
      await backend.close()
      await contract.flush()
    },
  }
}

type Log = ReturnType<typeof createLog>

function createServerLog({ logFormat, quiet, verbose }: ServeValues): Log | undefined {
  if (quiet) return undefined
  const { columns, paint, toMark } = readLook(process.stderr)
  // The messages of the log are cut with a mark. Objects of JSON stay unchanged.
  const writeText = writeByTurn((text) => console.error(logFormat === 'json' ? text : toMark(text)))
  // Programs read the log of a pipe or a file, and count its lines.
  const isFolded = columns !== undefined && logFormat === 'text'
  const write = isFolded ? foldRepeats({ write: writeText, paint, everyMs: 1000 }) : writeText
  return createLog({ format: logFormat, verbose: verbose === true, write, now: () => new Date(), paint })
}

interface ServerOptions {
  readonly address: Address
  readonly log: Log | undefined
}

/**
 * Makes a backend, such as the reference server, reachable at an address. The server also responds to the probes of Docker and
 * Kubernetes, which check whether it runs and whether it is ready: its phase is `loading`, then `ready`, then `draining`.
 *
 * @throws {Error} if the server cannot listen at the address. The backend is closed then.
 */
async function startServer(backend: Backend, { address, log }: ServerOptions): Promise<RunningServer> {
  let running: RunningServer | undefined
  const target = withProbes(backend.target, {
    // The first probes can arrive before `listen` has returned.
    phase: () => running?.phase ?? 'loading',
    waitingFor: () => backend.waitingFor?.() ?? [],
    problem: () => backend.problem?.(),
  })

  try {
    const server = await listen(target, { ...address, onRefusal: (refusal) => log?.logRefusal(refusal) })
    // `serve` and `drain` change the phase of this object later, and the probes read it.
    running = { backend, server, phase: 'loading' }
    return running
  } catch (error) {
    // The open backend would keep the process alive.
    await stopAndClose(backend)
    throw error
  }
}

/** Stops a server after the requests in progress. Returns false if some were cut off. */
async function drain(running: RunningServer): Promise<boolean> {
  const { backend, server } = running
  let isComplete = true
  running.phase = 'draining'
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

async function readAddress({ cors, host, port, tlsCert, tlsKey }: ServeValues): Promise<Address> {
  return { host, port, cors: cors === true, tls: await readTls(tlsCert, tlsKey) }
}

/** Returns who may use the control surface. Without a token, only this machine may use it. */
function readControl({ host }: Address, token: string | undefined): Control {
  if (token !== undefined) return { token }
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}

/**
 * Rejects options that a guard in front of another server cannot use, such as `--world` in
 * `wfhost-mock guard --upstream http://localhost --world world.yaml`. Such a guard serves no world of its own.
 */
function rejectUnusedOptions(
  mode: ServeMode,
  { assume = {}, contract, forward, maxBytes, state, token, verbose, world }: ServeValues,
): void {
  const isGuardOfOtherServer = mode.kind === 'guard' && mode.upstream !== undefined
  if (!isGuardOfOtherServer) return

  const hasWorldOption = [world, state, forward, maxBytes].some((value) => value !== undefined)
  const hasAssumption = Object.keys(assume).length > 0
  if (hasWorldOption || hasAssumption) {
    throw new CommandLineError(
      'Cannot use --world, --state, --forward, --max-bytes or --assume with --upstream: a guard serves no world; leave them out',
    )
  }

  if (contract !== undefined) {
    throw new CommandLineError('Cannot use --contract with --upstream: a guard serves no world; leave it out')
  }

  // The environment may have a token for other servers, which is not rejected. `token` comes from the command line only.
  if (token !== undefined || verbose) {
    throw new CommandLineError(
      'Cannot use --token or --verbose with --upstream: a guard has no control API and no log of requests; leave them out',
    )
  }
}

async function servePrism(mode: ServeMode, { command, values }: ServeCommand): Promise<void> {
  if (mode.kind !== 'world') throw new CommandLineError(`Cannot use --engine prism with ${mode.kind}: it guards a world`)
  const { runPrism } = await import('./run-prism.ts')
  await runPrism(values, listUsedOptions(command))
}

interface BackendOptions extends Pick<ReferenceOptions, 'control' | 'onExchange' | 'onRunEnd' | 'ownUrl'> {
  readonly values: ServeValues
}

async function openBackend(mode: ServeMode, { values, ...common }: BackendOptions): Promise<Backend> {
  if (mode.kind === 'world') return openReference({ ...readWorldOptions(values), ...common })
  // Loaded on demand, because the schemas of the guard are large.
  const { openGuardedReference, openUpstreamGuard, openReplay } = await import('./open-guard.ts')
  if (mode.kind === 'replay') return openReplay(mode.recording)
  if (mode.kind === 'record') return openUpstreamGuard(readUpstream(mode.upstream), mode.output)
  if (mode.upstream !== undefined) return openUpstreamGuard(readUpstream(mode.upstream), undefined)
  return openGuardedReference({ ...readWorldOptions(values), ...common })
}

type WorldOptions = Omit<ReferenceOptions, 'control' | 'onExchange' | 'onRunEnd' | 'ownUrl'>

function readWorldOptions({ assume = {}, forward, maxBytes, publicUrl, state, trustProxy, world }: ServeValues): WorldOptions {
  return {
    file: world,
    assumptions: assume,
    state,
    forward: forward === undefined ? undefined : readUpstream(forward, '--forward'),
    maxBytes,
    publicUrl: publicUrl === undefined ? undefined : readUpstream(publicUrl, '--public-url'),
    trustProxy,
  }
}

/**
 * Ends the process on a signal, after the requests in progress. The exit code is 0, or 1 if requests were cut off. A second
 * signal ends the process immediately.
 */
function endOnSignal(drainServer: () => Promise<boolean>, { quiet }: { readonly quiet: boolean }): void {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Shells report this exit code for a process that a signal has ended.
      if (isEnding) process.exit(128 + constants.signals[signal])
      isEnding = true
      if (!quiet) console.log(`Stopped by ${signal}`)
      void drainAndExit(drainServer)
    })
  }
}

async function drainAndExit(drainServer: () => Promise<boolean>): Promise<never> {
  try {
    const isComplete = await drainServer()
    if (!isComplete) console.error('wfhost-mock: Requests that were still under way were cut off')
    return process.exit(isComplete ? 0 : 1)
  } catch (error) {
    console.error(toPrintable(`wfhost-mock: ${error instanceof Error ? error.message : error}`))
    return process.exit(1)
  }
}
