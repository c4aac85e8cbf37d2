import { announcedMembers } from '../announced-members.ts'
import type { OptionGroup } from './option.ts'

/** The options of every command. */
export const generalOptions = {
  json: { type: 'boolean', default: false, help: `print JSON; serve prints one line: ${announcedMembers.join(', ')}` },
  help: { type: 'boolean', short: 'h', default: false, help: 'print this' },
  version: { type: 'boolean', default: false, help: 'print the version' },
} as const satisfies OptionGroup
