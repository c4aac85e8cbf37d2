import type { Place } from './places.ts'

/**
 * Lists the lines of a `case` of bash and zsh that reads the commands before the cursor. Each line extends their path by one
 * command, such as `/ctl/publish) command_path=/ctl/publish ;;`.
 */
export function listCommandCases(places: readonly Place[]): string[] {
  return places.filter(({ path }) => path !== '').map(({ path }) => `      ${path}) command_path=${path} ;;`)
}

/** Returns the name of the shell function for a program, such as `_wfhost_mock`. */
export function toFunctionName(program: string): string {
  return `_${program.replaceAll('-', '_')}`
}
