import { WELL_FORMED_BODY } from '../../../catalogues/malformed-bodies.ts'
import { runWorkflow } from '../../../requests.ts'
import type { Target } from '../../../target/target.ts'
import { expectStatus, isSuccess, requireStatus, verifyEach } from '../../expectations.ts'
import { RuleWarning } from '../../rule.ts'
import { findParameterName } from '../echoes.ts'

/**
 * Checks that a body in another encoding than UTF-8 gets 400. Sends a body with "Müller" in Latin-1, and one in UTF-16. A
 * server that replaces the invalid bytes and runs the workflow gets a warning.
 */
export async function verifyNonUtf8BodiesRefused(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const args = [{ name: findParameterName(target, 'string'), value: 'Müller' }]
  const bodyText = JSON.stringify({ args, mode: 'sync' })
  // This run shows that the server accepts the same body in UTF-8.
  requireStatus(await runWorkflow(target, { workflow, rawBody: bodyText }))

  const bodies = [
    { description: '"Müller" in Latin-1', body: encodeLatin1(bodyText) },
    // `encodeUtf16` needs a body of ASCII characters.
    { description: 'a body in UTF-16', body: encodeUtf16(WELL_FORMED_BODY) },
  ]
  await verifyEach(bodies, async ({ body, description }) => {
    const exchange = await runWorkflow(target, { workflow, rawBody: body })

    // RFC 8259 requires UTF-8 (section 8.1), but lets a parser accept other texts (section 9).
    if (isSuccess(exchange)) throw new RuleWarning(`expected ${description} to be refused, because it is not UTF-8`, exchange)
    expectStatus(exchange, 400, `${description}, which is not UTF-8`)
  })
}

/**
 * Rewrites a body that is sent in UTF-8, so that the bytes of each ü are those of Latin-1. A text cannot have single bytes, so
 * `encodeBody` sends each half of a surrogate pair from U+DC80 to U+DCFF as one byte: U+DCFC as FC, which is ü in Latin-1.
 */
function encodeLatin1(body: string): string {
  return body.replaceAll('ü', '\udcfc')
}

/** Rewrites a body of ASCII characters, so that its bytes are those of UTF-16LE: a zero byte follows each character. */
function encodeUtf16(body: string): string {
  return [...body].map((character) => `${character}\0`).join('')
}
