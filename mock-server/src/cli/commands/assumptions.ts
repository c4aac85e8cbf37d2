import { printAssumptions } from '../print-assumptions.ts'
import { readProfile } from '../read-profile.ts'
import type { Command } from './command.ts'

/** Lists the open questions and what is chosen. */
export const assumptions: Command = {
  name: 'assumptions',
  help: 'lists what the server chose where the source document shows nothing',
  run: ({ assume, json }) => console.log(printAssumptions(readProfile(assume), { json })),
}
