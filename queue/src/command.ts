import { CommanderError } from '@commander-js/extra-typings'
import { ConfigurationError } from '@wfhost/sdk'
import { createQueueProgram, type QueueCommandIo } from './queue-program.ts'

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
  const end = (ended: number) => {
    code = ended
  }

  try {
    const program = createQueueProgram({ io, end })
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' })
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    // The command wfhost prints one line for each message, and names the help itself.
    throw new ConfigurationError(error.message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' '))
  }
}
