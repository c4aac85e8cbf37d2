import { setTimeout as delay } from 'node:timers/promises'
import { Command, CommanderError } from '@commander-js/extra-typings'
import { APIConnectionError, ConfigurationError } from '@wfhost/sdk'
import { drop, RedisConnectionError, reach } from './connection.ts'
import { openRunQueue } from './open-run-queue.ts'
import { MISSING } from './queue-memory.ts'
import { explainMissing } from './queue-stopped-error.ts'
import type { QueueStatus, RunQueue } from './run-queue.ts'

/** The surroundings of the command. Tests replace them. */
interface QueueCommandIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Ends commands that continue until they are stopped. */
  readonly stop: AbortSignal
}

/**
 * Runs `wfhost queue`, with what follows these words. Resolves with the exit code.
 *
 * @throws ConfigurationError for a line that it does not understand, and for a queue that does not exist; APIConnectionError if no Redis responds.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { enqueueRuns, openRunQueue } from '@wfhost/queue'
 * import { runQueueCommand } from '@wfhost/queue/command'
 *
 * const queue = await openRunQueue('orders')
 * await queue.create()
 * await enqueueRuns(queue, 'support-triage', [{ subject: 'A refund' }])
 * await queue.close()
 *
 * const lines: string[] = []
 * const io = { out: (text: string) => lines.push(text), err: () => {}, stop: new AbortController().signal }
 * assert.equal(await runQueueCommand(['status', 'orders', '--json'], io), 0)
 * assert.equal(JSON.parse(lines.join('')).waiting, 1)
 * ```
 */
export async function runQueueCommand(argv: readonly string[], io: QueueCommandIo): Promise<number> {
  let code = 0
  const program = createProgram(io, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    throw new ConfigurationError(`${error.message.replace(/^error: /, '')}; wfhost queue --help shows what there is`)
  }
}

function createProgram(io: QueueCommandIo, end: (code: number) => void) {
  const { err, out, stop } = io
  const program = new Command('wfhost queue')
    .usage('COMMAND NAME [options]')
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: () => {} })
    .addHelpText('after', FOOTER)
  // A name with a slip would look as if it was paused. Redis may have forgotten a queue that has workers.
  const opened = async (name: string, use: (queue: RunQueue) => Promise<void>, { anyName = false } = {}) => {
    const redis = await reach(undefined, stop).catch((error: unknown) => {
      // `wfhost` explains the errors of calls. This error says that nothing was sent.
      throw error instanceof RedisConnectionError ? new APIConnectionError(error.message, { cause: error }) : error
    })
    stop.addEventListener('abort', () => setTimeout(drop, PATIENCE, redis).unref())
    try {
      const queue = await openRunQueue(name, { connection: redis, onError: ({ message }) => err(`wfhost: ${message}\n`) })
      const refuseMissing = async () => {
        if (anyName || (await queue.redis.exists(queue.bull.toKey('batch'))) > 0 || (await queue.bull.getWorkersCount()) > 0)
          return
        throw new ConfigurationError(`Cannot find the queue '${name}': ${MISSING}. Check the name. ${explainMissing(name)}`)
      }
      await refuseMissing()
        .then(() => use(queue))
        .finally(queue.close)
    } finally {
      redis.disconnect()
    }
  }
  const command = (name: string, description: string) => program.command(name).description(description).argument('<name>')

  command('create', 'create the queue, once; says that none of its inputs was ever sent').action((name) =>
    opened(
      name,
      async (queue) => {
        await queue.create()
        err(
          `wfhost: created the queue ${name}; if Redis has lost an earlier one, inputs that were sent run twice if they are added again\n`,
        )
      },
      { anyName: true },
    ),
  )
  command('status', 'inputs, outcomes, the rate, and what all wait for')
    .option('--follow', 'again and again, until Ctrl-C')
    .option('--json', 'for machines')
    .action((name, flags) => opened(name, (queue) => showStatus(queue, flags, io)))
  command('pause', 'send nothing more; runs in progress continue to their end').action((name) =>
    opened(name, (queue) => queue.pause()),
  )
  command('resume', 'continue, after pause or after a 401')
    .option('--may-run-twice', 'continue although Redis may have forgotten what was sent; that runs twice')
    .action((name, { mayRunTwice }) =>
      opened(name, async (queue) => {
        const { stopped, waiting } = await queue.status()
        await queue.resume({ mayRunTwice })
        if (mayRunTwice && stopped !== undefined) err(`wfhost: ${describeRisk(stopped, waiting)}\n`)
      }),
    )
  command('retry', 'run again what may have run; only if a second run does no harm')
    .requiredOption('--unknown', 'says that it is meant')
    .action((name) =>
      opened(name, async (queue) => {
        err(`wfhost: running ${(await queue.status()).unknown} inputs again that may have run\n`)
        out(`${await queue.retryUnknown()}\n`)
      }),
    )
  command('export', 'the outcomes as JSONL, on standard output')
    .option('--after <entry>', 'those behind this one')
    .option('--follow', 'those that come, too, until Ctrl-C')
    .action((name, { after, follow }) =>
      opened(name, async (queue) => {
        for await (const outcome of queue.outcomes({ after, follow: follow && stop })) {
          if (stop.aborted) break
          out(`${JSON.stringify(outcome)}\n`)
        }
      }),
    )
  command('check', 'which settings of Redis weaken what the queue promises; ends with 1 if there are some')
    .option('--json', 'for machines')
    .action((name, { json }) =>
      opened(
        name,
        async (queue) => {
          const warnings = await queue.check()
          const lines = warnings.map(({ found = 'unknown', message, setting }) => `${setting} is ${found}: ${message}\n`)
          out(json ? `${JSON.stringify(warnings)}\n` : lines.join('') || 'Redis keeps what the queue promises\n')
          end(warnings.length === 0 ? 0 : 1)
        },
        { anyName: true },
      ),
    )
  return program
}

/** Says what may run twice after a stop was lifted. */
function describeRisk(stopped: string, waiting: number): string {
  return `the queue continues. It was stopped because: ${stopped}. Inputs that Redis has forgotten may run twice: among the ${waiting} inputs that wait, and among all that are added again`
}

const FOOTER = `
WFHOST_REDIS_URL says where Redis is (default: redis://127.0.0.1:6379).
Example: wfhost queue export tickets | jq -c 'select(.outcome == "unknown")'
`

/** How long an interrupted command waits for Redis, in milliseconds. */
const PATIENCE = 1_000

/** How often a status is shown, in milliseconds. */
const SHOW_EVERY = 1_000

interface DisplayedStatus {
  readonly follow?: true | undefined
  readonly json?: true | undefined
}

async function showStatus(queue: RunQueue, { follow, json }: DisplayedStatus, { out, stop }: QueueCommandIo): Promise<void> {
  let before: { readonly settled: number; readonly at: number } | undefined
  do {
    const status = await queue.status()
    const now = { settled: status.succeeded + status.failed + status.refused + status.unknown, at: performance.now() }
    const perSecond = before && (1_000 * (now.settled - before.settled)) / (now.at - before.at)
    before = now
    out(json ? `${JSON.stringify({ ...status, perSecond })}\n` : formatStatus(status, perSecond))
    if (follow) await delay(SHOW_EVERY, undefined, { signal: stop }).catch(() => {})
  } while (follow && !stop.aborted)
}

const REASONS: Readonly<Record<NonNullable<QueueStatus['pauseReason']>, string>> = {
  rate_limited: 'the service responded with 429',
  connection: 'the service cannot be reached',
  unknown: 'outcomes in a row are unknown',
}

function remedyOf(stopped: string): string {
  return stopped === MISSING ? 'wfhost queue create begins it' : 'wfhost queue resume continues'
}

function formatStatus(status: QueueStatus, perSecond: number | undefined): string {
  const { active, failed, pausedUntil, pauseReason, refused, stopped, succeeded, unknown, waiting, workers } = status
  const rate = perSecond === undefined ? '' : `  ${perSecond.toFixed(1)}/s`
  const wait = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - Date.now()) / 1_000)
  return [
    `${waiting} waiting, ${active} active, ${workers} workers${rate}`,
    `  ${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(pauseReason === undefined ? [] : [`  paused for ${wait} s: ${REASONS[pauseReason]}`]),
    ...(stopped === undefined ? [] : [`  stopped: ${stopped}; ${remedyOf(stopped)}`]),
    '',
  ].join('\n')
}
