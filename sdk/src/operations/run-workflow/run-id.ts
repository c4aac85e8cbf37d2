import type { Check } from '../../client/check-options.ts'
import { isAnyObject } from '../../responses/is-object.ts'

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

/** The run ID in a response, or the values of which none can be chosen. */
interface FoundRunId {
  readonly runId: string | undefined
  /** Several values that could be the run ID, or a single number that JSON has rounded. */
  readonly unclear: readonly string[]
}

/**
 * Finds the run ID in the response to an asynchronous start. The API document does not state its field (RUN-ID-FIELD), so it is
 * looked for under usual names, in the whole body.
 *
 * The first name that occurs anywhere counts, and of its places the outermost one. No run ID is chosen among several at the same
 * depth, or if it is a number that JSON has rounded.
 *
 * @param source - The name or the function that the caller has given as `runId`.
 */
export function findRunId(body: unknown, source?: RunIdSource): FoundRunId {
  if (typeof source === 'function') return chooseRunId([source(body)])

  const names = source === undefined ? RUN_ID_NAMES : [source, ...RUN_ID_NAMES]
  for (const name of names) {
    for (const objects of listLevels(body)) {
      const found = chooseRunId(objects.map((object) => Reflect.get(object, name)))
      if (found.runId !== undefined || found.unclear.length > 0) return found
    }
  }
  return chooseRunId([])
}

/** Lists the objects and lists in a body by their depth: first the body itself, then those directly in it, and so on. */
function listLevels(body: unknown): object[][] {
  const levels: object[][] = []
  let values: unknown[] = [body]
  while (values.length > 0) {
    const objects = values.filter(isAnyObject)
    levels.push(objects)
    values = objects.flatMap((object) => Object.values(object))
  }
  return levels
}

/** Chooses the run ID if exactly one of the values can be it. The same ID in several places counts once. */
function chooseRunId(values: readonly unknown[]): FoundRunId {
  const candidates = values.filter((value) => typeof value === 'number' || (typeof value === 'string' && value !== ''))
  const texts = [...new Set(candidates.map(String))]
  const isRounded = candidates.some((value) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)

  if (texts.length > 1 || isRounded) return { runId: undefined, unclear: texts }
  return { runId: texts[0], unclear: [] }
}
