import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/** Checks that a file can be written, before anything is sent. */
export function checkOutput(output: string): void {
  const folder = dirname(resolve(output))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`Cannot write to ${output}: there is no folder ${folder}`, 'batch')
  }
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`Cannot write to ${output}: it is a folder`, 'batch')
  }
}
