import { anything, check, literal, map, number, object, oneOf, optional, string } from './zod-types.ts'

const stepError = object({ name: string(), value: string() })
const step = oneOf(
  object({ status: literal('success'), result: anything() }),
  object({ status: literal('failed'), error: stepError }),
)

/** A run that succeeded (2.3 of the source: `status`, `result`, `stepOutputs`). */
export const succeededRun = object({ status: literal('success'), result: anything(), stepOutputs: map(step) })

/** A run that failed (2.3 and 7 of the source: `error` with `name`, `value` and `traceback`). */
export const failedRun = object({
  status: literal('failed'),
  error: object({ name: string(), value: string(), traceback: string() }),
  stepOutputs: map(step),
})

/** A run that has ended. */
export const endedRun = oneOf(succeededRun, failedRun)

/** The answer to an asynchronous start: it carries a run ID somewhere, and it is not the result of a run. */
export const startedRun = object(
  { runId: optional(oneOf(string(check('expected at least one character', (id) => id !== '')), number())) },
  check('expected a run ID, found an empty object', (body: object) => Object.keys(body).length > 0),
  check(
    'expected a run that has started, found one that has ended',
    ({ status }: { status?: unknown }) => status !== 'success' && status !== 'failed',
  ),
)
