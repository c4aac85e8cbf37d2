import { createNodeTransport } from '@wfhost/sdk/node'

const transport = createNodeTransport()

/** The two ways in which a client sends on Node, as options of a client. */
export const TRANSPORTS = [
  { over: 'fetch', transport: undefined },
  { over: 'the Node transport', transport },
]
