import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ConfigurationError } from '@wfhost/sdk'
import { openRunQueue } from './open-run-queue.ts'
import type { QueueStatus, RunQueue } from './run-queue.ts'

/** What the command uses of its surroundings. */
export interface QueueCommandIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Ends what goes on. */
  readonly stop: AbortSignal
}

interface Flags {
  readonly follow?: boolean | undefined
  readonly json?: boolean | undefined
  readonly unknown?: boolean | undefined
  readonly after?: string | undefined
}

/** A command: which options it takes, and what it does. It returns the exit code. */
interface Action {
  readonly options: readonly (keyof Flags)[]
  readonly run: (queue: RunQueue, flags: Flags, io: QueueCommandIo) => Promise<number>
}

const ACTIONS: Readonly<Record<string, Action>> = {
  status: { options: ['follow', 'json'], run: showStatus },
  pause: { options: [], run: pause },
  resume: { options: [], run: resume },
  retry: { options: ['unknown'], run: retry },
  export: { options: ['after', 'follow'], run: exportOutcomes },
  check: { options: ['json'], run: check },
}

const USAGE = `Usage: wfhost queue COMMAND NAME [options]

  status NAME [--follow] [--json]  inputs, outcomes, the rate, and what all wait for
  pause NAME                       send nothing more; what is under way goes on to its end
  resume NAME                      go on, also after a 401, or when Redis was restarted
  retry NAME --unknown             run again what may have run; only if a second run does no harm
  export NAME [--after ENTRY] [--follow]
                                   the outcomes as JSONL, on standard output
  check NAME [--json]              which settings of Redis weaken what the queue promises; ends with 1 if there are some

WFHOST_REDIS_URL says where Redis is (default: redis://127.0.0.1:6379).
Example: wfhost queue export tickets | jq -c 'select(.outcome == "unknown")'
`

/**
 * Runs `wfhost queue`, with what follows these words. Resolves with the exit code.
 *
 * @throws ConfigurationError for a line that it does not understand, and if no Redis answers.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { runQueueCommand } from '@wfhost/queue/command'
 *
 * const lines: string[] = []
 * const io = { out: (text: string) => lines.push(text), err: () => {}, stop: new AbortController().signal }
 * assert.equal(await runQueueCommand(['status', 'orders', '--json'], io), 0)
 * assert.equal(JSON.parse(lines.join('')).waiting, 0)
 * ```
 */
export async function runQueueCommand(argv: readonly string[], io: QueueCommandIo): Promise<number> {
  if (argv.length === 0 || argv.includes('--help')) {
    io.out(USAGE)
    return 0
  }
  const { action, flags, name } = readLine(argv)
  const queue = await openRunQueue(name, { onError: ({ message }) => io.err(`wfhost: ${message}\n`) })
  try {
    return await action.run(queue, flags, io)
  } finally {
    await queue.close()
  }
}

function readLine(argv: readonly string[]): { readonly action: Action; readonly flags: Flags; readonly name: string } {
  const { positionals, values } = parseLine(argv)
  const [command = '', name, ...more] = positionals
  const action = Object.hasOwn(ACTIONS, command) ? ACTIONS[command] : undefined
  const wrong =
    action === undefined
      ? `there is no command '${command}'`
      : name === undefined
        ? 'the name of the queue is missing'
        : more.length > 0
          ? `there is one thing too many: '${more[0]}'`
          : Object.keys(values)
              .find((flag) => !action.options.some((option) => option === flag))
              ?.replace(/^/, `${command} has no option --`)
  if (wrong !== undefined || action === undefined || name === undefined) {
    throw new ConfigurationError(`${wrong}; wfhost queue --help shows what there is`)
  }
  return { action, flags: values, name }
}

function parseLine(argv: readonly string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { follow: flag, json: flag, unknown: flag, after: { type: 'string' } },
    })
  } catch (error) {
    throw new ConfigurationError(error instanceof Error ? error.message : String(error))
  }
}

/** How often a status is shown, in milliseconds. */
const SHOW_EVERY = 1_000

async function showStatus(queue: RunQueue, { follow, json }: Flags, { out, stop }: QueueCommandIo): Promise<number> {
  let before: { readonly settled: number; readonly at: number } | undefined
  do {
    const status = await queue.status()
    const now = { settled: status.succeeded + status.failed + status.refused + status.unknown, at: performance.now() }
    const perSecond = before && (1_000 * (now.settled - before.settled)) / (now.at - before.at)
    before = now
    out(json ? `${JSON.stringify({ ...status, perSecond })}\n` : formatStatus(status, perSecond))
    if (follow) await delay(SHOW_EVERY, undefined, { signal: stop }).catch(() => {})
  } while (follow && !stop.aborted)
  return 0
}

const REASONS: Readonly<Record<NonNullable<QueueStatus['pauseReason']>, string>> = {
  rate_limited: 'the service answered 429',
  connection: 'the service cannot be reached',
  unknown: 'outcomes in a row are unknown',
}

function formatStatus(status: QueueStatus, perSecond: number | undefined): string {
  const { active, failed, pausedUntil, pauseReason, refused, stopped, succeeded, unknown, waiting, workers } = status
  const rate = perSecond === undefined ? '' : `  ${perSecond.toFixed(1)}/s`
  const wait = pausedUntil === undefined ? 0 : Math.ceil((pausedUntil - Date.now()) / 1_000)
  return [
    `${waiting} waiting, ${active} active, ${workers} workers${rate}`,
    `  ${succeeded} succeeded, ${failed} failed, ${refused} refused, ${unknown} may have run`,
    ...(pauseReason === undefined ? [] : [`  paused for ${wait} s: ${REASONS[pauseReason]}`]),
    ...(stopped === undefined ? [] : [`  stopped: ${stopped}; wfhost queue resume goes on`]),
    '',
  ].join('\n')
}

async function pause(queue: RunQueue): Promise<number> {
  await queue.pause()
  return 0
}

async function resume(queue: RunQueue): Promise<number> {
  await queue.resume()
  return 0
}

async function retry(queue: RunQueue, { unknown }: Flags, { err, out }: QueueCommandIo): Promise<number> {
  if (!unknown) throw new ConfigurationError('retry needs --unknown: it runs again what may have run')
  const { unknown: count } = await queue.status()
  err(`wfhost: running ${count} inputs again that may have run\n`)
  out(`${await queue.retryUnknown()}\n`)
  return 0
}

async function exportOutcomes(queue: RunQueue, { after, follow }: Flags, { out, stop }: QueueCommandIo): Promise<number> {
  for await (const outcome of queue.outcomes({ after, follow: follow ? stop : undefined })) {
    if (stop.aborted) break
    out(`${JSON.stringify(outcome)}\n`)
  }
  return 0
}

async function check(queue: RunQueue, { json }: Flags, { out }: QueueCommandIo): Promise<number> {
  const warnings = await queue.check()
  for (const { found = 'unknown', message, setting } of warnings) if (!json) out(`${setting} is ${found}: ${message}\n`)
  if (json) out(`${JSON.stringify(warnings)}\n`)
  else if (warnings.length === 0) out('Redis keeps what the queue promises\n')
  return warnings.length === 0 ? 0 : 1
}
