import fc from 'fast-check'
import { runWorkflow } from '../../calls.ts'
import type { Target } from '../../target/target.ts'
import { control } from '../expectations.ts'
import { describeReason, type RuleTable, RuleViolation, RuleWarning } from '../rule.ts'
import { argumentsOf, expectEchoed, type ValuesByType } from './echoes.ts'

export const generatedValueRules = {
  'RUN-ARG-VALUE.generated': {
    statement: 'generated values of every type reach the workflow unharmed',
    since: '2026-12',
    lookAt: 'who reads and writes the body on the way: sanitizers, serializers, columns of a database',
    check: runArgValueGenerated,
  },
} satisfies RuleTable

// A lone surrogate is no character, and no document says what becomes of one; U+0000 and __proto__ have checks of their own.
const character = fc
  .integer({ min: 1, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  // Both ways, as a table of all of Unicode would take longer to make than all that is sent.
  .map(String.fromCodePoint, (value) => String(value).codePointAt(0) ?? 0)
const text = fc.string({ unit: character, maxLength: 40 })
const name = text.filter((value) => value !== '__proto__')
// JSON has no minus zero that everybody reads as one.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)

const { list, object } = fc.letrec<{ value: unknown; list: unknown[]; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 6 }),
  object: fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
}))

const values: fc.Arbitrary<ValuesByType> = fc.record({ string: text, number, boolean: fc.boolean(), object, array: list })

/** How many requests the search for a smaller value may take. */
const shrinksAtMost = 40

async function runArgValueGenerated(target: Target): Promise<string> {
  const { seed, sets } = target.values
  control(await runWorkflow(target, { workflow: target.fixtures.echo }))
  let smallest: RuleViolation | undefined
  let once: RuleViolation | undefined
  let obstacle: unknown
  let shrinks = 0
  const failureOf = (one: ValuesByType): Promise<unknown> =>
    expectEchoed(target, argumentsOf(target, one)).then(
      () => undefined,
      (error: unknown) => error,
    )
  const arrive = async (one: ValuesByType): Promise<boolean> => {
    if (smallest !== undefined) shrinks += 1
    if (shrinks > shrinksAtMost || obstacle !== undefined) return true
    const first = await failureOf(one)
    // What a busy machine or a gateway did is not done to the same values again.
    const last = first instanceof RuleViolation && smallest === undefined ? await failureOf(one) : first
    if (last instanceof RuleViolation) smallest = last
    else if (last !== undefined) obstacle = last
    else if (first instanceof RuleViolation) once ??= first
    return smallest === undefined || smallest !== last
  }
  await fc.check(fc.asyncProperty(values, arrive), { seed, numRuns: sets })
  if (obstacle !== undefined) throw obstacle
  if (smallest !== undefined) {
    const steps = Math.min(shrinks, shrinksAtMost)
    throw withMoreToSay(smallest, `the smallest that was found in ${steps} steps from values of seed ${seed}`)
  }
  if (once !== undefined) {
    const { exchange, reason } = withMoreToSay(once, 'once: sent again, the same values came back unharmed')
    throw new RuleWarning(reason, exchange)
  }
  return `${sets} sets of values were generated with seed ${seed}: values: { seed: …, sets: … } takes other ones.`
}

/** The same violation with more in its reason. */
function withMoreToSay({ exchange, reason }: RuleViolation, more: string): RuleViolation {
  return new RuleViolation((redact) => `${describeReason(reason, redact)}, ${more}`, exchange)
}
