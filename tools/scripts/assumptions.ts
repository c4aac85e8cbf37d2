import { type Assumptions, listAssumptions } from '@wfhost/mock-server'
import { pairwise } from '../../contract-tests/proof/variants/variant.ts'

/** A value of an option; two values of one option exclude each other. */
interface AssumptionValue {
  readonly subject: string
  readonly value: unknown
}

export interface NamedAssumptions {
  readonly name: string
  readonly assumptions: Partial<Assumptions>
}

const options = listAssumptions().flatMap((assumption) => assumption.options)

/** What the server does by default. */
// Each option is in the list.
export const defaultAssumptions = Object.fromEntries(options.map(({ name, value }) => [name, value])) as unknown as Assumptions

/** Every value of every assumption. */
export const assumptionValues: readonly AssumptionValue[] = options.flatMap(({ choices, name }) =>
  choices.map((value) => ({ subject: name, value })),
)

/** Combinations in which every two values of different options stand together at least once. */
export const assumptionCombinations: readonly (readonly AssumptionValue[])[] = pairwise(assumptionValues)

/** Assumptions for each value, and for each combination. */
export const assumptionSets: readonly NamedAssumptions[] = [
  ...assumptionValues.map((chosen) => ({
    name: `${chosen.subject} ${JSON.stringify(chosen.value) ?? 'none'}`,
    ...named([chosen]),
  })),
  ...assumptionCombinations.map((chosen, index) => ({ name: `combination ${index}`, ...named(chosen) })),
]

function named(chosen: readonly AssumptionValue[]): Pick<NamedAssumptions, 'assumptions'> {
  // The values are those of listAssumptions, so each fits its option.
  return { assumptions: Object.fromEntries(chosen.map(({ subject, value }) => [subject, value])) as Partial<Assumptions> }
}

/**
 * The assumptions that a run of the tests tries: the combinations, in which every value is, or with `ASSUMPTIONS=all` each
 * value alone, too.
 */
export function triedAssumptions(): readonly NamedAssumptions[] {
  const wanted = process.env['ASSUMPTIONS'] ?? 'combinations'
  if (wanted === 'all') return assumptionSets
  if (wanted === 'combinations') return assumptionSets.slice(-assumptionCombinations.length)
  throw new Error(`Cannot try the assumptions ${wanted}: ASSUMPTIONS is all or combinations`)
}
