import type { OptionGroup } from './option.ts'

/** The options for the output. */
export const logOptions = {
  log: {
    type: 'string',
    default: 'text',
    value: 'text|json',
    help: 'the format of the log of failed requests on stderr, one line each (text)',
  },
  quiet: { type: 'boolean', default: false, help: 'print nothing but errors' },
} as const satisfies OptionGroup
