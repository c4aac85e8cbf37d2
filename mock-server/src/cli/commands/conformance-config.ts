import { originOf } from '../../adapters/http/origin-of.ts'
import { sampleConformanceConfig } from '../../sample-world/conformance-config.ts'
import { readPort } from '../read-port.ts'
import type { Command } from './command.ts'

/** Prints a configuration with which `wfhost-conformance` checks the sample world. */
export const conformanceConfig: Command = {
  name: 'conformance-config',
  options: ['host', 'port', 'tls-cert', 'tls-key', 'tls-self-signed'],
  help: 'prints a wfhost-conformance configuration for the sample world',
  run: async ({ host, port, 'tls-cert': certificate, 'tls-self-signed': selfSigned }) => {
    const { stringify } = await import('yaml')
    const secure = selfSigned || certificate !== undefined
    console.log(stringify(sampleConformanceConfig(originOf({ host, port: readPort(port), secure }))).trimEnd())
  },
}
