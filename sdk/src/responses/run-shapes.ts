import { anything, literal, mapOf, object, oneOf, partial, primitive, where } from './shapes.ts'

const string = primitive('string')
const step = oneOf(
  object({ status: literal('success'), result: anything() }),
  object({ status: literal('failed'), error: object({ name: string, value: string }) }),
)

/** A run that succeeded (2.3 of the source: `status`, `result`, `stepOutputs`). */
export const succeededRun = object({ status: literal('success'), result: anything(), stepOutputs: mapOf(step) })

/** A run that failed (2.3 and 7 of the source: `error` with `name`, `value` and `traceback`). */
export const failedRun = object({
  status: literal('failed'),
  error: object({ name: string, value: string, traceback: string }),
  stepOutputs: mapOf(step),
})

/** A run that has ended. */
export const endedRun = oneOf(succeededRun, failedRun)

const runId = oneOf(
  where(string, (id) => id === '' && 'expected a run ID, found ""'),
  primitive('number'),
)

/** The answer to an asynchronous start: it carries a run ID somewhere, and it is not the result of a run. */
export const startedRun = where(partial({ runId }), (body) => {
  if (Object.keys(body).length === 0) return 'expected a run ID, found an empty object'
  const ended = ['success', 'failed'].includes(Object(body).status) || (!('status' in body) && 'stepOutputs' in body)
  return ended && 'expected a run that has started, found the result of one'
})
