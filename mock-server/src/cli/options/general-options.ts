import type { OptionGroup } from './option.ts'

/** What every command takes. */
export const generalOptions = {
  json: { type: 'boolean', default: false, help: 'print JSON; serve prints one line: url, pid, worlds, keys' },
  help: { type: 'boolean', short: 'h', default: false, help: 'print this' },
  version: { type: 'boolean', default: false, help: 'print the version' },
} as const satisfies OptionGroup
