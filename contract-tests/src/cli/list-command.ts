import { checks } from '../engine/checks.ts'
import { exitCodes } from '../engine/exit-code.ts'
import type { Flags } from './flags.ts'
import type { Io } from './io.ts'

/** Shows the checks, what each needs, and what it sends. */
export async function listCommand({ json }: Flags, { print }: Io): Promise<number> {
  if (json) {
    print(
      JSON.stringify(
        checks.map(({ claim, run: _run, ...check }) => ({ ...check, claim: claim?.name })),
        null,
        2,
      ),
    )
    return exitCodes.conformant
  }
  for (const { claim, evidence, force, id, needs, permissions, profile, section, statement } of checks) {
    print(`${id}  ${statement}`)
    print(`    ${force}, ${evidence === 'notShown' ? 'not shown' : evidence} in section ${section}; profile ${profile}`)
    const needed = [...needs.fixtures, ...needs.hooks.map((hook) => `hook ${hook}`)]
    print(`    needs ${needed.length === 0 ? 'nothing' : needed.join(', ')}`)
    print(`    sends requests: ${needs.requests}, of these runs: ${needs.runs}, executions: ${needs.executions}`)
    if (permissions.length > 0) print(`    only with --allow ${permissions.join(',')}`)
    if (claim !== undefined) print(`    a promise of a target that claims ${claim.name}`)
  }
  return exitCodes.conformant
}
