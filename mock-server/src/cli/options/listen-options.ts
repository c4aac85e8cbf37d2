import type { OptionGroup } from './option.ts'

/** The options for the address and access. */
export const listenOptions = {
  port: { type: 'string', default: '4010', value: 'number', help: 'the port to listen on; 0 picks a free one (4010)' },
  host: { type: 'string', default: '127.0.0.1', value: 'address', help: 'the address to listen on (127.0.0.1)' },
  socket: {
    type: 'string',
    value: 'path',
    help: 'listen on a unix socket instead of host and port; only this user can connect',
  },
  'tls-cert': { type: 'string', value: 'file', help: 'serve https with this certificate, in PEM' },
  'tls-key': { type: 'string', value: 'file', help: 'its key in PEM' },
  'tls-self-signed': { type: 'boolean', default: false, help: 'serve https with a new certificate, which --json prints' },
  cors: { type: 'boolean', default: false, help: 'allow pages of other origins to call the API, but never the control surface' },
  token: {
    type: 'string',
    value: 'token',
    help: 'open the control surface under /__mock/ to clients with this token; without one only this machine can use it',
  },
} as const satisfies OptionGroup
