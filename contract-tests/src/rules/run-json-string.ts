import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus, expectThat, isObject, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runJsonString: Rule = {
  requirement: 'RUN-JSON-STRING',
  statement: 'a string that holds serialized JSON reaches the workflow as that string, byte for byte',
  check,
}

// A payload of 66 kB: too long for a text column of 64 kB, and in all below the 100 kB that even careful servers take by
// default. The webhooks of large services send more. What the most is, no document says.
const sentences = 6000
// Every JSON text is one, and not an object alone.
const texts = ['["one", "two"]', '"quoted"', '12', 'true']

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  const name = workflow.parameters.string
  const payload = JSON.stringify(
    { action: 'opened', title: 'Grüße ☃ \u0000 \\ "', ids: [1, 2.5e10, null], body: 'All of it. '.repeat(sentences) },
    null,
    2,
  )
  control(await runWorkflow(target, { workflow, args: { [name]: 'plain' } }))
  for (const text of [payload, ...texts]) {
    const exchange = await runWorkflow(target, { workflow, args: { [name]: text } })
    expectStatus(exchange, 200)
    const { result } = objectBody(exchange)
    const echoed = isObject(result) ? result[name] : undefined
    expectThat(echoed === text, { expected: `the serialized payload back unharmed, ${foundOf(text, echoed)}`, in: exchange })
  }
}

/** What came back instead: only its first difference tells two long texts apart. */
function foundOf(payload: string, echoed: unknown): string {
  if (typeof echoed !== 'string') return `found ${JSON.stringify(echoed)?.slice(0, 100) ?? 'nothing'}`
  const differs = payload.split('').findIndex((character, index) => character !== echoed[index])
  const length = `${echoed.length} characters instead of ${payload.length}`
  return `found ${length}, other ones from character ${differs === -1 ? payload.length : differs} on`
}
