import { selectEntries } from '../../../catalogues/catalogue.ts'
import { runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { expectStatus, requirePrecondition, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { expectArguments, parameterOf } from '../echoes.ts'

/** The rule for an argument that is a string with serialized JSON, such as a webhook that is passed on (section 4.1). */
export const serializedJsonRules = {
  'RUN-JSON-STRING': {
    statement: 'a string with serialized JSON reaches the workflow unchanged, byte for byte',
    check: verifySerializedJsonUnchanged,
  },
} satisfies RuleTable

/** JSON texts that are not objects. */
const shortJsonTexts = [
  { kind: 'list', text: '["one", "two"]' },
  { kind: 'scalar', text: '"quoted"' },
  { kind: 'scalar', text: '12' },
  { kind: 'scalar', text: 'true' },
]

/**
 * A JSON text of 66 kB, as long as the webhooks of some services. It is too long for a database column of 64 kB, but shorter
 * than the default limit of 100 kB that many servers have. No document states a limit.
 */
const longJsonText = JSON.stringify(
  { action: 'opened', title: 'Grüße ☃ \u0000 \\ "', ids: [1, 2.5e10, null], body: 'All of it. '.repeat(6000) },
  null,
  2,
)

/** Checks that a string with serialized JSON reaches the workflow byte for byte, also a long one. */
async function verifySerializedJsonUnchanged(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = parameterOf(target, 'string')
  requirePrecondition(await runWorkflow(target, { workflow, args: { [name]: 'plain' } }))

  const shortTexts = selectEntries(shortJsonTexts, target).map(({ text }) => text)
  await verifyEach([longJsonText, ...shortTexts], async (text) => {
    const args = { [name]: text }
    const exchange = await runWorkflow(target, { workflow, args })
    if (text === longJsonText) warnOfTooLarge(exchange, name)
    expectStatus(exchange, 200, `a run with ${name}`)
    await expectArguments(exchange, args)
  })
}

function warnOfTooLarge(exchange: Exchange, name: string): void {
  if (exchange.status !== 413) return
  throw new RuleWarning(
    `expected a JSON text of ${longJsonText.length} characters as ${name} to be accepted, found 413`,
    exchange,
  )
}
