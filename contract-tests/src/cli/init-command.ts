import { writeFile } from 'node:fs/promises'
import { exitCodes } from '../conformance/exit-code.ts'
import { configTemplate } from './config-template.ts'
import { type Flags, UsageError } from './flags.ts'
import type { Io } from './io.ts'

/** Writes a commented configuration, and never over a file that is there. */
export async function initCommand({ operands }: Flags, { print }: Io): Promise<number> {
  const [file = 'wfhost-conformance.yaml'] = operands
  try {
    await writeFile(file, configTemplate, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  print(`Wrote ${file}. Fill in what your server has, then: wfhost-conformance plan -c ${file}`)
  return exitCodes.conformant
}
