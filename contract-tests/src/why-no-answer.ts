/** Why a request got no answer: what fetch says is that it failed, and its cause says why. */
export function whyNoAnswer(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  if (/SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)/.test(code)) {
    const [what = code] = cause.message.split('; ', 1)
    return `${what}: caFile (or --ca-file) adds the authority that signed it`
  }
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code)) {
    return `what listens there does not speak TLS (${code}): its address may begin with http://`
  }
  if (code === 'ECONNREFUSED') return `nothing listens there (${cause.message})`
  if (code === 'ENOTFOUND') return `there is no host of that name (${cause.message})`
  if (cause.message === 'bad port') return 'the port is one that fetch keeps for another protocol; take another port (bad port)'
  return cause.message === '' ? code || String(error) : cause.message
}
