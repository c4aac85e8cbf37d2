import { createBashScript } from './completion/bash.ts'
import { createFishScript } from './completion/fish.ts'
import { type CompletedCommand, listPlaces } from './completion/places.ts'
import { createZshScript } from './completion/zsh.ts'

const generators = { bash: createBashScript, zsh: createZshScript, fish: createFishScript }

/** A shell for which a command can write a completion. */
export type Shell = keyof typeof generators

/** The shells for which a command can write a completion. */
export const shells = Object.keys(generators) as readonly Shell[]

/**
 * Writes a script that completes the commands, options and values of a program. Values without a list of choices are completed
 * as files.
 */
export function createCompletionScript(program: CompletedCommand, shell: Shell): string {
  return generators[shell](program.name(), listPlaces(program))
}

interface CompletionFormat {
  readonly shell: Shell
  /** Whether the output is an object with the script. */
  readonly json?: boolean | undefined
}

/** Returns the output of the command `completion`, without a line feed at its end. */
export function formatCompletion(program: CompletedCommand, { json = false, shell }: CompletionFormat): string {
  const script = createCompletionScript(program, shell)
  return json ? JSON.stringify({ shell, script }) : script.trimEnd()
}
