import type { OptionGroup } from './option.ts'

/** Where the server listens, and who may call. */
export const listenOptions = {
  port: { type: 'string', default: '4010', value: 'number', help: 'where to listen; 0 takes a free port (4010)' },
  host: { type: 'string', default: '127.0.0.1', value: 'address', help: 'where to listen (127.0.0.1)' },
  socket: {
    type: 'string',
    value: 'path',
    help: 'listen on a unix socket in place of host and port; only this user may connect',
  },
  'tls-cert': { type: 'string', value: 'file', help: 'a certificate in PEM, for https' },
  'tls-key': { type: 'string', value: 'file', help: 'its key in PEM' },
  'tls-self-signed': { type: 'boolean', default: false, help: 'https with a certificate made now, which --json prints' },
  cors: { type: 'boolean', default: false, help: 'let pages of other origins call the API, never the control surface' },
  token: {
    type: 'string',
    value: 'token',
    help: 'open the control surface below /__mock/ to whoever has it; without one it is there for this machine alone',
  },
} as const satisfies OptionGroup
