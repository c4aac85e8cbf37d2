import type { OptionGroup } from './option.ts'

/** What the server says while it runs. */
export const logOptions = {
  log: {
    type: 'string',
    default: 'text',
    value: 'text|json',
    help: 'the format of the log of failed requests on stderr, one line each (text)',
  },
  quiet: { type: 'boolean', default: false, help: 'print nothing but errors' },
} as const satisfies OptionGroup
