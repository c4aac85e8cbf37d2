import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Io } from '../../src/cli/io.ts'
import type { CommandLine } from './self-test.ts'

/** What the command line is given. */
export interface CommandInput extends Partial<Pick<Io, 'environment'>> {
  /** The configuration: its text, or what its text says. */
  readonly config?: unknown
}

/** What the command line did. */
export interface CommandResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs the command line with a configuration, which stands in a file of its own. */
export async function runCommandLine(
  main: CommandLine,
  { args, config, environment = {} }: CommandInput & { readonly args: readonly string[] },
): Promise<CommandResult> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-conformance-'))
  const file = join(folder, 'target.yaml')
  if (config !== undefined) await writeFile(file, typeof config === 'string' ? config : stringify(config))
  const output: string[] = []
  const errors: string[] = []
  const code = await main([...args, ...(config === undefined ? [] : ['--config', file])], {
    environment,
    colour: false,
    print: (text) => output.push(text),
    printError: (text) => errors.push(text),
  })
  await rm(folder, { recursive: true })
  return { code, output: output.join('\n'), errors: errors.join('\n') }
}
