import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import { ConfigurationError } from './config-schema.ts'

/**
 * Makes this process trust the certificate authorities of a file, in addition to those that it trusts already.
 *
 * @throws {ConfigurationError} for a file without certificates, and for a version of Node that cannot add them.
 */
export async function trustAuthorities(caFile: string | undefined): Promise<void> {
  if (caFile === undefined) return

  const certificates = await readFile(caFile, 'utf8').catch((error: unknown) => {
    throw new ConfigurationError(`caFile: ${error instanceof Error ? error.message : String(error)}`)
  })
  if (!certificates.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConfigurationError(`caFile: ${caFile} has no certificate in PEM`)
  }
  if (tls.setDefaultCACertificates === undefined) {
    const remedy = `set NODE_EXTRA_CA_CERTS=${caFile} instead, before Node starts`
    throw new ConfigurationError(`caFile: it needs Node 24 or later, and this is Node ${process.versions.node}; ${remedy}`)
  }
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificates])
}
