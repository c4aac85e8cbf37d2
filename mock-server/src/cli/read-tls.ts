import { readFile } from 'node:fs/promises'
import { type Certificate, createSelfSignedCertificate } from '../serve/self-signed-certificate.ts'
import { CommandLineError } from './command-line-error.ts'

/** The options for TLS. */
export interface TlsOptions {
  readonly 'tls-cert'?: string | undefined
  readonly 'tls-key'?: string | undefined
  readonly 'tls-self-signed': boolean
  readonly host: string
}

/** Reads or creates the certificate; undefined for plain HTTP. */
export async function readTls(options: TlsOptions): Promise<Certificate | undefined> {
  const { 'tls-cert': cert, 'tls-key': key, 'tls-self-signed': selfSigned } = options
  if (selfSigned && (cert !== undefined || key !== undefined)) {
    throw new CommandLineError('Cannot use --tls-self-signed with --tls-cert or --tls-key: keep one of the two')
  }
  if (selfSigned) return createSelfSignedCertificate([...new Set(['localhost', '127.0.0.1', '::1', options.host])], new Date())
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined) throw new CommandLineError('Cannot use --tls-key alone: give the certificate with --tls-cert')
  if (key === undefined) throw new CommandLineError('Cannot use --tls-cert alone: give its key with --tls-key')
  return { cert: await readPem(cert), key: await readPem(key) }
}

function readPem(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`Cannot read ${file}: ${cause instanceof Error && 'code' in cause ? cause.code : cause}`, { cause })
  })
}
