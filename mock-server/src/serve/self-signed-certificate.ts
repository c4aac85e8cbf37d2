import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { der, objectIdentifier, tagged, utcTime } from './der.ts'

/** A certificate and its key, both in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const dayMs = 86_400_000
// Browsers and macOS refuse certificates that are valid for longer.
const validDays = 397

/**
 * Creates a certificate (RFC 5280) for host names and addresses, signed with its own new P-256 key. To trust it is to
 * trust only this run of the server: the key is never written to a file.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService } from '@wfhost/mock-server'
 * import { createSelfSignedCertificate, listen } from '@wfhost/mock-server/http'
 *
 * const tls = createSelfSignedCertificate(['localhost', '127.0.0.1'], new Date())
 * const server = await listen(createMockService(), { tls })
 * assert.match(server.url, /^https:/)
 * await server.close()
 * ```
 */
export function createSelfSignedCertificate(hosts: readonly string[], now: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der('sequence', objectIdentifier('1.2.840.10045.4.3.2'))
  const name = der(
    'sequence',
    der('set', der('sequence', objectIdentifier('2.5.4.3'), der('utf8String', Buffer.from('wfhost-mock')))),
  )
  const certificate = der(
    'sequence',
    tagged(0xa0, der('integer', Buffer.from([2]))),
    serialNumber(),
    algorithm,
    name,
    der('sequence', utcTime(new Date(now.getTime() - dayMs)), utcTime(new Date(now.getTime() + (validDays - 1) * dayMs))),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    tagged(0xa3, der('sequence', ...extensions(hosts))),
  )
  const signature = der('bitString', Buffer.from([0]), sign('sha256', certificate, privateKey))
  return {
    cert: pem(der('sequence', certificate, algorithm, signature)),
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
  }
}

/** A certificate authority, so that a client can trust it; for servers, and for these names. */
function extensions(hosts: readonly string[]): Buffer[] {
  const yes = der('boolean', Buffer.from([0xff]))
  const serverAuthentication = objectIdentifier('1.3.6.1.5.5.7.3.1')
  return [
    extension('2.5.29.19', [yes, der('octetString', der('sequence', yes))]),
    extension('2.5.29.37', [der('octetString', der('sequence', serverAuthentication))]),
    extension('2.5.29.17', [der('octetString', der('sequence', ...hosts.map(alternativeName)))]),
  ]
}

function extension(identifier: string, content: readonly Buffer[]): Buffer {
  return der('sequence', objectIdentifier(identifier), ...content)
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? tagged(0x82, Buffer.from(host)) : tagged(0x87, addressBytes(host))
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))
  // The URL parser writes an IPv6 address in its shortest form, in hexadecimal only.
  const [before = '', after = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head, tail] = [groupsOf(before), groupsOf(after)]
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/** A positive number without leading zeros, which the encoding forbids. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0)
  return der('integer', bytes)
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
