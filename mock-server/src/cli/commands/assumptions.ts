import { printAssumptions } from '../print-assumptions.ts'
import { readProfile } from '../read-profile.ts'
import type { Command } from './command.ts'

/** Lists the open questions and the choices. */
export const assumptions: Command = {
  name: 'assumptions',
  options: ['assume'],
  help: 'lists what was chosen where the source document is silent',
  run: ({ assume, json }) => console.log(printAssumptions(readProfile(assume), { json })),
}
