import fc from 'fast-check'
import { runWorkflow } from '../../../requests.ts'
import type { Target } from '../../../target/target.ts'
import { requireStatus } from '../../expectations.ts'
import { describeReason, type Reason, type RuleTable, RuleViolation, RuleWarning } from '../../rule.ts'
import { argumentsOf, expectEchoed, parameterTypes, requireAnyParameter, type ValuesByType } from '../echoes.ts'

export const generatedValueRules = {
  'RUN-ARG-VALUE.generated': {
    statement: 'generated values of every type reach the workflow unchanged',
    warnsOf: 'a change of a value that a second request does not show',
    advice: 'Check what changes values on the way: sanitizers, serializers, and columns of a database.',
    check: verifyGeneratedValuesUnchanged,
  },
} satisfies RuleTable

// Lone surrogates are left out, since no document states how they are treated. U+0000 and __proto__ have checks of their own.
const character = fc
  .integer({ min: 1, max: 0x10_ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  // With the reverse function, fast-check needs no table of all characters, which would take longer than all requests.
  .map(String.fromCodePoint, (value) => String(value).codePointAt(0) ?? 0)
const text = fc.string({ unit: character, maxLength: 40 })
const name = text.filter((value) => value !== '__proto__')
// Adding 0 turns -0 into 0, because many readers of JSON lose the sign.
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)

const { list, object } = fc.letrec<{ value: unknown; list: unknown[]; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 6 }),
  object: fc.dictionary(name, tie('value'), { maxKeys: 6, noNullPrototype: true }),
}))

const values: fc.Arbitrary<ValuesByType> = fc.record({ string: text, number, boolean: fc.boolean(), object, array: list })

/** The most sets of values in a quick run. */
const QUICK_SETS = 2

/** The most requests that the search for a smaller failing value sends. */
const MOST_SHRINKS = 40

/** Checks that generated values of every type reach the workflow unchanged, and reports the smallest values that do not. */
async function verifyGeneratedValuesUnchanged(target: Target): Promise<string> {
  requireAnyParameter(target, parameterTypes)
  const { seed } = target.values
  const sets = target.isQuick ? Math.min(target.values.sets, QUICK_SETS) : target.values.sets
  requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))

  const search = new FailureSearch(target)
  await fc.check(
    fc.asyncProperty(values, (generated) => search.passes(generated)),
    { seed, numRuns: sets },
  )
  search.throwFailure(seed)

  return `${sets} sets of values were generated with seed ${seed}: values: { seed: …, sets: … } takes other ones.`
}

/**
 * Searches for the smallest values that a server changes. fast-check generates smaller values after each failure, and this
 * class limits their number and remembers the last failure.
 */
class FailureSearch {
  readonly #target: Target
  #smallestFailure: RuleViolation | undefined
  /** A failure that did not occur again with the same values, as on a busy machine. */
  #unrepeatedFailure: RuleViolation | undefined
  /** An error that is not about the values, such as a missing response. It ends the search. */
  #obstacle: unknown
  #shrinks = 0

  constructor(target: Target) {
    this.#target = target
  }

  /**
   * Sends values, and returns whether they came back unchanged. After a failure, fast-check calls this with smaller values, to
   * find the smallest ones that fail.
   */
  async passes(generated: ValuesByType): Promise<boolean> {
    const isShrinking = this.#smallestFailure !== undefined
    if (isShrinking) this.#shrinks += 1
    const isOver = this.#shrinks > MOST_SHRINKS || this.#obstacle !== undefined
    if (isOver) return true

    const firstError = await this.#send(generated)
    if (firstError === undefined) return true

    // The first failure must occur twice, so that a gateway or a busy machine does not cause it.
    const mustRepeat = firstError instanceof RuleViolation && !isShrinking
    const error = mustRepeat ? await this.#send(generated) : firstError
    if (error instanceof RuleViolation) {
      this.#smallestFailure = error
      return false
    }

    if (error !== undefined) this.#obstacle = error
    else if (firstError instanceof RuleViolation) this.#unrepeatedFailure ??= firstError
    return true
  }

  /** Throws the failure that the search found. A failure that did not occur again is only a warning. */
  throwFailure(seed: number): void {
    if (this.#obstacle !== undefined) throw this.#obstacle

    if (this.#smallestFailure !== undefined) {
      const steps = Math.min(this.#shrinks, MOST_SHRINKS)
      const { exchange, reason } = this.#smallestFailure
      const detail = `the smallest that was found in ${steps} steps from values of seed ${seed}`
      throw new RuleViolation(extendReason(reason, detail), exchange)
    }

    if (this.#unrepeatedFailure !== undefined) {
      const { exchange, reason } = this.#unrepeatedFailure
      throw new RuleWarning(extendReason(reason, 'once: a second request with the same values returned them unchanged'), exchange)
    }
  }

  /** Sends values to the echo workflow, and returns the error if they did not come back unchanged. */
  async #send(generated: ValuesByType): Promise<unknown> {
    try {
      await expectEchoed(this.#target, argumentsOf(this.#target, generated))
      return undefined
    } catch (error) {
      return error
    }
  }
}

function extendReason(reason: Reason, detail: string): Reason {
  return (redact) => `${describeReason(reason, redact)}, ${detail}`
}
