import { type Assumptions, listAssumptions } from '@wfhost/mock-server'
import { pairwise } from '../../contract-tests/proof/variants/variant.ts'

/** A value of an option. Two values of one option exclude each other. */
interface AssumptionValue {
  readonly subject: string
  readonly value: unknown
}

export interface NamedAssumptions {
  readonly name: string
  readonly assumptions: Partial<Assumptions>
}

const options = listAssumptions().flatMap((assumption) => assumption.options)

/** The default assumptions of the server. */
// Each option is in the list.
export const defaultAssumptions = Object.fromEntries(options.map(({ name, value }) => [name, value])) as unknown as Assumptions

/** Every value of every assumption. */
export const assumptionValues: readonly AssumptionValue[] = options.flatMap(({ choices, name }) =>
  choices.map((value) => ({ subject: name, value })),
)

/** Builds combinations that contain every pair of values of different options. */
export const assumptionCombinations: readonly (readonly AssumptionValue[])[] = pairwise(assumptionValues)

/** The assumptions for each value, and for each combination. */
export const assumptionSets: readonly NamedAssumptions[] = [
  ...assumptionValues.map((chosen) => ({
    name: `${chosen.subject} ${JSON.stringify(chosen.value) ?? 'none'}`,
    ...named([chosen]),
  })),
  ...assumptionCombinations.map((chosen, index) => ({ name: `combination ${index}`, ...named(chosen) })),
]

function named(chosen: readonly AssumptionValue[]): Pick<NamedAssumptions, 'assumptions'> {
  // The values come from listAssumptions, so each fits its option.
  return { assumptions: Object.fromEntries(chosen.map(({ subject, value }) => [subject, value])) as Partial<Assumptions> }
}

/**
 * The assumptions of a test run: the combinations, which contain every value. With `ASSUMPTIONS=all`, also each value alone.
 */
export function triedAssumptions(): readonly NamedAssumptions[] {
  const wanted = process.env['ASSUMPTIONS'] ?? 'combinations'
  if (wanted === 'all') return assumptionSets
  if (wanted === 'combinations') return assumptionSets.slice(-assumptionCombinations.length)
  throw new Error(`Cannot try the assumptions ${wanted}: ASSUMPTIONS is all or combinations`)
}
