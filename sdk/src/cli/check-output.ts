import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from './usage-error.ts'

/** Finds out before anything is sent that a file cannot be written. */
export function checkOutput(output: string): void {
  const folder = dirname(resolve(output))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`Cannot write to ${output}: there is no folder ${folder}`, 'batch')
  }
  if (statSync(output, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`Cannot write to ${output}: it is a folder`, 'batch')
  }
}
