export { createNodeTransport, type NodeTransport, type NodeTransportOptions } from './node/create-node-transport.ts'
