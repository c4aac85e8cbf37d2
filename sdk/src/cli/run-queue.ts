import { UsageError } from './explain-error.ts'
import type { SafeIo } from './io.ts'

/** What `@wfhost/queue` has for this command, which does without that package and the 15 below it. */
interface QueueModule {
  readonly runQueueCommand: (line: readonly string[], io: Pick<SafeIo, 'out' | 'err' | 'stop'>) => Promise<number>
}

/** A bundler and a compiler leave alone what stands in a variable. */
const COMMAND: string = '@wfhost/queue/command'

export async function runQueue(line: readonly string[], io: SafeIo): Promise<number> {
  const { runQueueCommand }: QueueModule = await import(COMMAND).catch((error: NodeJS.ErrnoException) => {
    if (!error.message.includes('@wfhost/queue')) throw error
    throw new UsageError('wfhost queue needs the package @wfhost/queue; install it beside @wfhost/sdk')
  })
  return runQueueCommand(line, io)
}
