import type { Check } from '../client/check-options.ts'

/** The name of the field that holds the run ID, or a function that finds the run ID in the body of the response. */
export type RunIdSource = string | ((body: unknown) => string | number | undefined)

export const isRunIdSource: Check = [
  'the name of a field, or a function',
  (value) => (typeof value === 'string' && value !== '') || typeof value === 'function',
]

/**
 * The names under which the run ID is looked for. `id` is the last one, since it is the ID of a run only where nothing else
 * has one of these names. The document does not show the name (RUN-ID-FIELD).
 */
const RUN_ID_NAMES = ['runId', 'run_id', 'runID', 'executionId', 'execution_id', 'jobId', 'id']

/** The run ID in a response, or none: then `others` has those among which the name alone does not decide, or one that is rounded. */
interface FoundRunId {
  readonly runId: string | undefined
  readonly others: readonly string[]
}

/**
 * Finds the run ID in the response to an asynchronous start: under the first of the names that holds a string or a number
 * anywhere, and there the outermost. Several at the same depth are none, nor is a number of more digits than JSON keeps.
 */
export function findRunId(body: unknown, source?: RunIdSource): FoundRunId {
  if (typeof source === 'function') return toFound([source(body)])

  const names = source === undefined ? RUN_ID_NAMES : [source, ...RUN_ID_NAMES]
  for (const name of names) {
    for (const holders of levelsOf(body)) {
      const found = toFound(holders.map((holder) => Object(holder)[name]))
      if (found.runId ?? found.others[0]) return found
    }
  }
  return toFound([])
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

function toFound(values: readonly unknown[]): FoundRunId {
  const ids = values.filter((value) => typeof value === 'number' || (typeof value === 'string' && value))
  const others = [...new Set(ids.map(String))]
  const rounded = ids.some((id) => typeof id === 'number' && Math.abs(id) > Number.MAX_SAFE_INTEGER)
  return others[1] || rounded ? { runId: undefined, others } : { runId: others[0], others: [] }
}
