import { readFile } from 'node:fs/promises'
import http from 'node:http'
import tls from 'node:tls'
import { ConfigError } from './config-schema.ts'

const proxyVariables = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']

/**
 * Makes this process reach what a network demands: a proxy that the environment names, and servers whose certificates
 * are signed by an authority of the house.
 *
 * @throws {ConfigError} for a file that cannot be read or has no certificate, and where Node cannot do it by itself.
 */
export async function reachNetwork(on: {
  readonly caFile: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
}): Promise<void> {
  const { caFile, environment } = on
  const proxied = proxyVariables.some((name) => (environment[name] ?? '') !== '')
  // Older versions of Node do it for NODE_USE_ENV_PROXY=1, which has to be there when they start.
  if (proxied) http.setGlobalProxyFromEnv?.({ ...environment })
  if (caFile === undefined) return
  const certificates = await readFile(caFile, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`caFile: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (!certificates.includes('-----BEGIN CERTIFICATE-----')) throw new ConfigError(`caFile: ${caFile} has no certificate in PEM`)
  if (tls.setDefaultCACertificates === undefined) {
    throw new ConfigError('caFile: this version of Node cannot add authorities by itself; set NODE_EXTRA_CA_CERTS instead')
  }
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificates])
}
