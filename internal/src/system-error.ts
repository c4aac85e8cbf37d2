/** Returns the reason of a system error, without the code and the system call that Node adds. */
export function readSystemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return /^[A-Z]+: (?<reason>[^,]+),/.exec(message)?.groups?.['reason'] ?? message
}

/** Returns what the user of a command can do about an error of TLS. Undefined for the code of any other error. */
export function findTlsRemedy(code: string): string | undefined {
  if (/SELF_SIGNED_CERT|^UNABLE_TO_(GET|VERIFY)/.test(code)) return 'name a certificate to trust in NODE_EXTRA_CA_CERTS'
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(code)) {
    return 'renew the certificate of the server, or correct the clock of this machine'
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'use a host name that the certificate of the server has'
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code)) {
    return 'the server does not use TLS: the URL may have to begin with http://'
  }
  return code.startsWith('CERT_') ? 'correct the certificate of the server' : undefined
}
