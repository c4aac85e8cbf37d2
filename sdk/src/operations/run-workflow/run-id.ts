import type { Check } from '../../client/check-options.ts'

/** The name of the field that holds the run ID, or a function that finds the run ID in the body of the response. */
export type RunIdSource = string | ((body: unknown) => string | number | undefined)

export const isRunIdSource: Check = [
  'the name of a field, or a function',
  (value) => (typeof value === 'string' && value !== '') || typeof value === 'function',
]

/**
 * The names that the run ID can have, in the order of the search. `id` is the last one, because it may be the ID of something
 * else. The API document does not state the name (RUN-ID-FIELD).
 */
const RUN_ID_NAMES = ['runId', 'run_id', 'runID', 'executionId', 'execution_id', 'jobId', 'id']

/** The run ID in a response, or the values that could be one. */
interface FoundRunId {
  readonly runId: string | undefined
  /** Several candidates, or a single number that JSON has rounded. */
  readonly others: readonly string[]
}

/**
 * Finds the run ID in the response to an asynchronous start. The first of the names that occurs anywhere counts, and there
 * the outermost place. No run ID is chosen among several at the same depth, or if it is a number that JSON has rounded.
 */
export function findRunId(body: unknown, source?: RunIdSource): FoundRunId {
  if (typeof source === 'function') return chooseRunId([source(body)])

  const names = source === undefined ? RUN_ID_NAMES : [source, ...RUN_ID_NAMES]
  for (const name of names) {
    for (const holders of levelsOf(body)) {
      const chosen = chooseRunId(holders.map((holder) => Object(holder)[name]))
      if (chosen.runId !== undefined || chosen.others.length > 0) return chosen
    }
  }
  return chooseRunId([])
}

/** The objects and lists in a body, from the outside to the inside. */
function levelsOf(body: unknown): unknown[][] {
  const levels: unknown[][] = []
  for (let level: unknown[] = [body]; level.length > 0; level = level.flatMap((holder) => Object.values(Object(holder)))) {
    level = level.filter((value) => typeof value === 'object' && value !== null)
    levels.push(level)
  }
  return levels
}

function chooseRunId(values: readonly unknown[]): FoundRunId {
  const candidates = values.filter((value) => typeof value === 'number' || (typeof value === 'string' && value !== ''))
  const texts = [...new Set(candidates.map(String))]
  const isRounded = candidates.some((value) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)

  if (texts.length > 1 || isRounded) return { runId: undefined, others: texts }
  return { runId: texts[0], others: [] }
}
