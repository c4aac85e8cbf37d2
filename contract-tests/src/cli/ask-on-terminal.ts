import { createInterface } from 'node:readline/promises'
import { UsageError } from './flags.ts'

/**
 * Asks a question on a terminal.
 *
 * @throws {UsageError} when the input ends instead.
 */
export async function askOnTerminal(
  question: string,
  { input, output }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<string> {
  const terminal = createInterface({ input, output })
  const left = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new UsageError('The questions were not answered, so nothing was written')))
  })
  try {
    return await Promise.race([terminal.question(question), left])
  } finally {
    terminal.removeAllListeners('close')
    terminal.close()
  }
}
