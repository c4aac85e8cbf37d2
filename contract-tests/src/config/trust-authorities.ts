import { readFile } from 'node:fs/promises'
import tls from 'node:tls'
import { describeFileError } from '../file-errors.ts'
import { ConfigurationError } from './config-schema.ts'

/**
 * Makes this process trust the certificate authorities of a file, in addition to those that it trusts already.
 *
 * @throws {ConfigurationError} for a file without certificates, and for a version of Node that cannot add them.
 */
export async function trustAuthorities(caFile: string | undefined): Promise<void> {
  if (caFile === undefined) return

  const certificates = await readCertificates(caFile)
  if (!certificates.includes('-----BEGIN CERTIFICATE-----')) {
    throw new ConfigurationError(`Cannot use ${caFile}: it has no certificate in PEM. ${CA_FILE_REMEDY}`)
  }

  if (tls.setDefaultCACertificates === undefined) {
    const remedy = `Set NODE_EXTRA_CA_CERTS=${caFile} instead, before Node starts`
    throw new ConfigurationError(
      `Cannot use caFile: it needs Node 24 or later, and this is Node ${process.versions.node}. ${remedy}`,
    )
  }

  tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificates])
}

async function readCertificates(caFile: string): Promise<string> {
  try {
    return await readFile(caFile, 'utf8')
  } catch (error) {
    const { reason } = await describeFileError(error, caFile)
    throw new ConfigurationError(`Cannot read ${caFile}: ${reason}. ${CA_FILE_REMEDY}`)
  }
}

const CA_FILE_REMEDY = 'Name a file with certificate authorities in caFile or with --ca-file'
