import type { OptionGroup } from './option.ts'

/** Where the server listens, and who may call. */
export const listenOptions = {
  port: { type: 'string', default: '4010', value: 'number', help: 'where to listen; 0 takes a free port (4010)' },
  host: { type: 'string', default: '127.0.0.1', value: 'address', help: 'where to listen (127.0.0.1)' },
  cors: { type: 'boolean', default: false, help: 'let pages of other origins call the API, never the control surface' },
  token: {
    type: 'string',
    value: 'token',
    help: 'open the control surface below /__mock/ to whoever has it; without one it is there for this machine alone',
  },
} as const satisfies OptionGroup
