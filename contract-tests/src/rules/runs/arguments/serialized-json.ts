import { selectEntries } from '../../../catalogues/catalogue.ts'
import { jsonTexts } from '../../../catalogues/values/json-texts.ts'
import { runWorkflow } from '../../../requests.ts'
import type { Exchange } from '../../../target/exchange.ts'
import type { Target } from '../../../target/target.ts'
import { expectStatus, requireStatus, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { expectArguments, findParameterName } from '../echoes.ts'

/** The rule for an argument that is a string with serialized JSON, such as a webhook that is passed on (section 4.1). */
export const serializedJsonRules = {
  'RUN-JSON-STRING': {
    statement: 'a string with serialized JSON reaches the workflow unchanged, byte for byte',
    warnsOf: 'a limit of the size of a body',
    check: verifySerializedJsonUnchanged,
  },
} satisfies RuleTable

/** Checks that a string with serialized JSON reaches the workflow byte for byte, also a long one. */
async function verifySerializedJsonUnchanged(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = findParameterName(target, 'string')
  requireStatus(await runWorkflow(target, { workflow, args: { [name]: 'plain' } }))

  await verifyEach(selectEntries(jsonTexts, target), async ({ value: text }) => {
    const args = { [name]: text }
    const exchange = await runWorkflow(target, { workflow, args })
    warnIfTooLarge(exchange, { name, text: String(text) })
    expectStatus(exchange, 200, `a run with ${name}`)
    await expectArguments(exchange, args)
  })
}

/** Warns if the server refuses a text for its length, since no document states a limit. */
function warnIfTooLarge(exchange: Exchange, { name, text }: { readonly name: string; readonly text: string }): void {
  if (exchange.status !== 413) return
  throw new RuleWarning(`expected a JSON text of ${text.length} characters as ${name} to be accepted, found 413`, exchange)
}
