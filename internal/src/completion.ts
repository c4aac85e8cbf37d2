import { createBashCompletionScript } from './completion/bash.ts'
import { type CompletedCommand, listContexts } from './completion/contexts.ts'
import { createFishCompletionScript } from './completion/fish.ts'
import { createZshCompletionScript } from './completion/zsh.ts'

const generators = { bash: createBashCompletionScript, zsh: createZshCompletionScript, fish: createFishCompletionScript }

/** A shell for which a command can write a completion. */
export type Shell = keyof typeof generators

/** The shells for which a command can write a completion. */
export const shells = Object.keys(generators) as readonly Shell[]

/**
 * Writes a script that completes the commands, options and values of a program. Values without a list of choices are completed
 * as files.
 */
export function createCompletionScript(program: CompletedCommand, shell: Shell): string {
  return generators[shell](program.name(), listContexts(program))
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
