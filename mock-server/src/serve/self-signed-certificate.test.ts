import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('a certificate is read by OpenSSL, fits its key, and is signed by it', () => {
  const { cert, key } = createSelfSignedCertificate(['localhost'], now)
  const certificate = new X509Certificate(cert)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkIssued(certificate)).toBe(true)
  expect(certificate.ca).toBe(true)
  expect(certificate.subject).toBe('CN=wfhost-mock')
  expect([certificate.validFrom, certificate.validTo]).toEqual(['Nov 20 12:00:00 2026 GMT', 'Dec 22 12:00:00 2027 GMT'])
})

test('a certificate is for the names and addresses that it was made for, and for no other', () => {
  const hosts = ['localhost', 'mock.example', '127.0.0.1', '::1', 'fd00::1:203', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1']
  const certificate = new X509Certificate(createSelfSignedCertificate(hosts, now).cert)
  expect([certificate.checkHost('localhost'), certificate.checkHost('mock.example')]).toEqual(['localhost', 'mock.example'])
  for (const address of ['127.0.0.1', '::1', 'fd00::1:203', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1']) {
    expect(certificate.checkIP(address)).toBe(address)
  }
  expect([certificate.checkHost('other.example'), certificate.checkIP('127.0.0.2')]).toEqual([undefined, undefined])
})

test('two certificates have different keys and serial numbers, all of which are valid', () => {
  const made = Array.from({ length: 20 }, () => new X509Certificate(createSelfSignedCertificate(['localhost'], now).cert))
  expect(new Set(made.map(({ serialNumber }) => serialNumber)).size).toBe(20)
  expect(new Set(made.map(({ fingerprint256 }) => fingerprint256)).size).toBe(20)
})
