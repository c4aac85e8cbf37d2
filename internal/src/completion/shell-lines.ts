import type { CompletionContext } from './contexts.ts'

/**
 * Lists the lines of a `case` of bash and zsh that reads the commands before the cursor. Each line extends their path by one
 * command, such as `/ctl/publish) command_path=/ctl/publish ;;`.
 */
export function listCommandCases(contexts: readonly CompletionContext[]): string[] {
  return contexts.filter(({ path }) => path !== '').map(({ path }) => `      ${path}) command_path=${path} ;;`)
}

/** Returns the name of the shell function for a program, such as `_wfhost_mock`. */
export function toFunctionName(program: string): string {
  return `_${program.replaceAll('-', '_')}`
}
