import type { OptionGroup } from './option.ts'

/** What the server says while it runs. */
export const logOptions = {
  log: {
    type: 'string',
    default: 'text',
    value: 'text|json',
    help: 'how requests that fail are told on stderr, a line each (text)',
  },
  quiet: { type: 'boolean', default: false, help: 'tell nothing but errors' },
} as const satisfies OptionGroup
