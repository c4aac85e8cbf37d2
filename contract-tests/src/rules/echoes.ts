import { type RunCall, runWorkflow } from '../calls.ts'
import type { Exchange } from '../target/exchange.ts'
import type { Target } from '../target/target.ts'
import { type Difference, expectStatus, firstDifference, inEach, isObject, objectBody } from './expectations.ts'
import { RuleViolation } from './rule.ts'

/** Runs the echo workflow with arguments, and fails the rule unless each comes back as it was sent. */
export async function expectEchoed(target: Target, args: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, args })
  expectStatus(exchange, 200, `a run with ${Object.keys(args).join(', ')}`)
  await expectArguments(exchange, args)
  return exchange
}

/** Fails the rule unless the result of a run has the arguments that were sent. */
async function expectArguments(exchange: Exchange, args: NonNullable<RunCall['args']>): Promise<void> {
  objectBody(exchange)
  // As numbers: the body of an exchange has the digits of those that are too long to be told apart.
  const { result } = JSON.parse(exchange.text)
  await inEach(Object.entries(args), async ([name, value]) => {
    const found = isObject(result) && Object.hasOwn(result, name) ? result[name] : undefined
    const difference = firstDifference(value, found)
    if (difference === undefined) return
    throw new RuleViolation(`expected argument ${name} back as it was sent, found ${described(difference)}`, exchange)
  })
}

/** What of a long text is quoted. */
const quoted = 100

function described({ found, pointer, sent }: Difference): string {
  const place = pointer === '' ? '' : ` at ${pointer}`
  if (typeof sent === 'string' && typeof found === 'string' && sent.length > quoted) {
    const back = [...found]
    const differs = [...sent].findIndex((character, index) => character !== back[index])
    const length = `${found.length} characters instead of ${sent.length}`
    return `${length}, other ones from character ${differs === -1 ? sent.length : differs} on${place}`
  }
  return `${shortened(found)} instead of ${shortened(sent)}${place}`
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > quoted ? `${text.slice(0, quoted)}…` : text
}
