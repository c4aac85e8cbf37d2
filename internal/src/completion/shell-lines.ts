import type { Place } from './places.ts'

/**
 * Lists the lines of a `case` of bash and zsh that finds the place of the cursor. Each line extends the place by one command,
 * such as `/ctl/publish) place=/ctl/publish ;;`.
 */
export function listPlaceCases(places: readonly Place[]): string[] {
  return places.filter(({ path }) => path !== '').map(({ path }) => `      ${path}) place=${path} ;;`)
}

/** Returns the name of the shell function for a program, such as `_wfhost_mock`. */
export function toFunctionName(program: string): string {
  return `_${program.replaceAll('-', '_')}`
}
