import { setTimeout as delay } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import { eraseLine, findErrorTerminal, waitWithProgress } from '@wfhost/internal/wait-visibly'
import { APIConnectionError, ConfigurationError } from '@wfhost/sdk'
import type { Redis } from 'ioredis'
import { connectToRedis, disconnectNow, RedisConnectionError } from './connection.ts'
import { openRunQueue } from './open-run-queue.ts'
import { MISSING, RISKY_STOPS } from './queue-memory.ts'
import { explainMissing } from './queue-stopped-error.ts'
import type { QueueStatus, RunQueue } from './run-queue.ts'

/** The surroundings of the command. Tests replace them. */
export interface QueueCommandIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Ends commands that continue until they are stopped. */
  readonly stop: AbortSignal
}

interface CommandContext {
  readonly io: QueueCommandIo
  /** Sets the exit code. */
  readonly end: (code: number) => void
}

/** Creates the program with its commands, options and help. */
export function createQueueProgram(context: CommandContext): Command {
  const program = new Command('wfhost queue')
    .usage('COMMAND NAME [options]')
    .exitOverride()
    .configureOutput({ writeOut: context.io.out, writeErr: () => {} })
    .addHelpText('after', FOOTER)

  addCreate(program, context)
  addStatus(program, context)
  addPause(program, context)
  addResume(program, context)
  addRetryUnknown(program, context)
  addExport(program, context)
  addCheck(program, context)
  return program
}

/** Adds a command with the name of a queue. It has the output and the errors of the program. */
function addCommand(program: Command, name: string, description: string) {
  return program.command(name).description(description).argument('<name>')
}

/** Adds a command that prints its result as JSON on demand. */
function addJsonCommand(program: Command, name: string, description: string) {
  return addCommand(program, name, description).option('--json', 'print JSON')
}

function printJson(io: QueueCommandIo, result: object): void {
  io.out(`${JSON.stringify(result)}\n`)
}

function addCreate(program: Command, { io }: CommandContext): void {
  const description = 'create the queue, once; this states that none of its inputs was ever sent'
  addJsonCommand(program, 'create', description).action((name, { json }) =>
    useQueue(name, { io, mayBeMissing: true }, async (queue) => {
      await waitForRedis(queue.create())
      if (json) printJson(io, { created: name })
      io.err(
        `wfhost: created the queue ${name}; if Redis has lost an earlier one, inputs that were sent run twice if they are added again\n`,
      )
    }),
  )
}

function addStatus(program: Command, { io }: CommandContext): void {
  addJsonCommand(program, 'status', 'show the inputs, the outcomes, the rate, and the reason of a wait')
    .option('--follow', 'show it every second, until Ctrl-C')
    .action((name, flags) => useQueue(name, { io }, (queue) => showStatus(queue, flags, io)))
}

function addPause(program: Command, { io }: CommandContext): void {
  addJsonCommand(program, 'pause', 'send nothing more; runs in progress continue to their end').action((name, { json }) =>
    useQueue(name, { io }, async (queue) => {
      await waitForRedis(queue.pause())
      if (json) printJson(io, { paused: name })
    }),
  )
}

function addResume(program: Command, { io }: CommandContext): void {
  addJsonCommand(program, 'resume', 'continue after a pause or after a 401')
    .option('--may-run-twice', 'continue although Redis may have forgotten which inputs were sent; those run twice')
    .action((name, { json, mayRunTwice }) =>
      useQueue(name, { io }, async (queue) => {
        const { stopped, waiting } = await waitForRedis(queue.status())
        await waitForRedis(queue.resume({ mayRunTwice }))
        if (mayRunTwice && stopped !== undefined) io.err(`wfhost: ${describeRisk(stopped, waiting)}\n`)
        if (json) printJson(io, { resumed: name })
      }),
    )
}

function addRetryUnknown(program: Command, { io }: CommandContext): void {
  const description = 'send the inputs with an unknown outcome again; only if a second run does no harm'
  addJsonCommand(program, 'retry-unknown', description).action((name, { json }) =>
    useQueue(name, { io }, async (queue) => {
      const { unknown } = await waitForRedis(queue.status())
      io.err(`wfhost: running ${unknown} inputs again that may have run\n`)
      const retried = await waitForRedis(queue.retryUnknown())
      if (json) printJson(io, { retried })
      else io.out(`${retried}\n`)
    }),
  )
}

function addExport(program: Command, { io }: CommandContext): void {
  // Lines of JSON are the only form, so --json changes nothing. It is accepted as in all commands.
  addJsonCommand(program, 'export', 'print the outcomes as JSONL')
    .option('--after <entry>', 'only the outcomes after this one')
    .option('--follow', 'also print new outcomes, until Ctrl-C')
    .action((name, { after, follow }) =>
      useQueue(name, { io }, async (queue) => {
        for await (const outcome of queue.outcomes({ after, follow: follow && io.stop })) {
          if (io.stop.aborted) break
          io.out(`${JSON.stringify(outcome)}\n`)
        }
      }),
    )
}

function addCheck(program: Command, { end, io }: CommandContext): void {
  const description = 'list the settings of Redis that weaken what the queue promises; exits with 1 if there are any'
  addJsonCommand(program, 'check', description).action((name, { json }) =>
    useQueue(name, { io, mayBeMissing: true }, async (queue) => {
      const warnings = await waitForRedis(queue.check())
      const lines = warnings.map(({ found = 'unknown', message, setting }) => `${setting} is ${found}: ${message}\n`)
      io.out(json ? `${JSON.stringify(warnings)}\n` : lines.join('') || 'Redis keeps what the queue promises\n')
      end(warnings.length === 0 ? 0 : 1)
    }),
  )
}

interface QueueCommandOptions {
  readonly io: QueueCommandIo
  /** Whether the queue may be missing, and have no workers. @default false */
  readonly mayBeMissing?: boolean
}

/**
 * Opens a queue, runs an action with it, and closes it and its connection to Redis.
 *
 * @throws {ConfigurationError} if the queue does not exist, unless `mayBeMissing` is true
 */
async function useQueue(
  name: string,
  { io, mayBeMissing = false }: QueueCommandOptions,
  action: (queue: RunQueue) => Promise<void>,
): Promise<void> {
  await withConnection(io.stop, async (redis) => {
    const queue = await openRunQueue(name, { connection: redis, onError: (error) => printError(error, io) })

    try {
      if (!mayBeMissing) await waitForRedis(requireQueue(queue, name))
      await action(queue)
    } finally {
      await queue.close()
    }
  })
}

/** Prints an error of the connection. It can arrive while `waitForRedis` has drawn its line, which is drawn again a second later. */
function printError({ message }: Error, io: QueueCommandIo): void {
  eraseLine(findErrorTerminal())
  io.err(`wfhost: ${message}\n`)
}

/**
 * Connects to Redis, runs an action, and disconnects. If the command is interrupted, the connection is closed after a grace
 * period, because a request to a Redis that does not respond would keep the process alive.
 */
async function withConnection(stop: AbortSignal, action: (redis: Redis) => Promise<void>): Promise<void> {
  const redis = await waitForRedis(connect(stop))
  const disconnectLater = () => setTimeout(disconnectNow, GRACE_PERIOD_MS, redis).unref()
  stop.addEventListener('abort', disconnectLater, { once: true })

  try {
    await action(redis)
  } finally {
    stop.removeEventListener('abort', disconnectLater)
    redis.disconnect()
  }
}

/** Waits for an operation of Redis. After the first second, a terminal shows how long it takes. */
function waitForRedis<Result>(operation: Promise<Result>): Promise<Result> {
  return waitWithProgress(operation, { terminal: findErrorTerminal() }, 'waiting for Redis')
}

/** Connects to Redis. `wfhost` explains the errors of calls, so a failure is one of them: it says that nothing was sent. */
async function connect(stop: AbortSignal): Promise<Redis> {
  try {
    return await connectToRedis(undefined, stop)
  } catch (error) {
    throw error instanceof RedisConnectionError ? new APIConnectionError(error.message, { cause: error }) : error
  }
}

/** Throws for a queue that does not exist. A misspelt name would otherwise look like a paused queue. */
async function requireQueue(queue: RunQueue, name: string): Promise<void> {
  if ((await queue.redis.exists(queue.bull.toKey('batch'))) > 0) return

  // Redis may have forgotten a queue that has workers.
  if ((await queue.bull.getWorkersCount()) > 0) return
  throw new ConfigurationError(`Cannot find the queue '${name}': ${MISSING}. Check the name. ${explainMissing(name)}`)
}

/** Describes what may run twice after a stop was lifted. */
function describeRisk(stopped: string, waiting: number): string {
  return `the queue continues. It was stopped because: ${stopped}. Inputs that Redis has forgotten may run twice: among the ${waiting} inputs that wait, and among all that are added again`
}

const FOOTER = `
WFHOST_REDIS_URL is the address of Redis (default: redis://127.0.0.1:6379).
Example: wfhost queue export tickets | jq -c 'select(.outcome == "unknown")'
`

/** How long an interrupted command waits for Redis, in milliseconds. */
const GRACE_PERIOD_MS = 1_000

/** How often a status is shown, in milliseconds. */
const STATUS_INTERVAL = 1_000

interface DisplayedStatus {
  readonly follow?: true | undefined
  readonly json?: true | undefined
}

/** Prints the status of a queue, once or until the command is stopped. */
async function showStatus(queue: RunQueue, { follow, json }: DisplayedStatus, { out, stop }: QueueCommandIo): Promise<void> {
  let earlier: SettledCount | undefined

  do {
    const status = await waitForRedis(queue.status())
    const current = { settled: status.succeeded + status.failed + status.refused + status.unknown, at: performance.now() }
    const perSecond = earlier && rateBetween(earlier, current)
    earlier = current

    out(json ? `${JSON.stringify({ ...status, perSecond })}\n` : formatStatus(status, { name: queue.name, perSecond }))
    if (follow) await delay(STATUS_INTERVAL, undefined, { signal: stop }).catch(() => {})
  } while (follow && !stop.aborted)
}

/** How many inputs had an outcome at a time, in milliseconds. */
interface SettledCount {
  readonly settled: number
  readonly at: number
}

/** Returns the outcomes for each second between two counts. */
function rateBetween(earlier: SettledCount, later: SettledCount): number {
  return (1_000 * (later.settled - earlier.settled)) / (later.at - earlier.at)
}

interface DisplayedQueue {
  readonly name: string
  /** Undefined for the first status. */
  readonly perSecond: number | undefined
}

const REASONS: Readonly<Record<NonNullable<QueueStatus['pauseReason']>, string>> = {
  rate_limited: 'the service responded with 429',
  connection: 'the service cannot be reached',
  unknown: 'outcomes in a row are unknown',
}

/** Returns the command that ends a stop. */
function remedyOf(stopped: string, name: string): string {
  if (stopped === MISSING) return `wfhost queue create ${name} begins it`

  // Without the option, the command refuses such a stop.
  const option = RISKY_STOPS.includes(stopped) ? ' --may-run-twice' : ''
  return `wfhost queue resume ${name}${option} continues`
}

function formatStatus(status: QueueStatus, { name, perSecond }: DisplayedQueue): string {
  const { active, failed, pausedUntil, pauseReason, refused, stopped, succeeded, unknown, waiting, workers } = status
  const rate = perSecond === undefined ? '' : `  ${perSecond.toFixed(1)}/s`
  const wait = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - Date.now()) / 1_000)
  return [
    `${waiting} waiting, ${active} active, ${workers} workers${rate}`,
    `  ${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(pauseReason === undefined ? [] : [`  paused for ${wait} s: ${REASONS[pauseReason]}`]),
    ...(stopped === undefined ? [] : [`  stopped: ${stopped}; ${remedyOf(stopped, name)}`]),
    '',
  ].join('\n')
}
