import { access, writeFile } from 'node:fs/promises'
import { exitCodes } from '../engine/exit-code.ts'
import { type Flags, UsageError } from './flags.ts'
import { askAnswers } from './init/ask-answers.ts'
import { defaultAnswers, renderConfig, variablesOf } from './init/render-config.ts'
import type { Io } from './io.ts'

/** Writes a commented configuration, and never over a file that is there. On a terminal it asks first. */
export async function initCommand({ operands, yes }: Flags, { ask, print }: Io): Promise<number> {
  const [file = 'wfhost-conformance.yaml'] = operands
  // Before anybody answers a question for nothing.
  if (await exists(file)) throw new UsageError(`Cannot write ${file}: it is there already`)
  const answers = ask === undefined || yes ? defaultAnswers : await askAnswers({ ask, print })
  const config = renderConfig(answers)
  try {
    await writeFile(file, config, { flag: 'wx' })
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  print(`Wrote ${file}. Fill in what your server has, set ${variablesOf(config).join(', ')}, then:`)
  print(`wfhost-conformance plan -c ${file}`)
  return exitCodes.conformant
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
