import { describeValue, withoutSecrets } from '@wfhost/internal/redacted-text'
import type * as z from 'zod/v4/core'
import { literal, open, recordOf, string, union, unknown } from '../../responses/make-schemas.ts'

const text = string()

const stepError = open({
  /** Type of the error. */
  name: text,
  /** Message of the error. */
  value: text,
})

const runError = open({
  /** Type of the error. */
  name: text,
  /** Message of the error. */
  value: text,
  /** Stack trace. */
  traceback: text,
})

const stepOutput = union([
  open({ status: literal('success'), result: unknown() }),
  open({ status: literal('failed'), error: stepError }),
])

const stepOutputs = recordOf(stepOutput)

/** A run that succeeded (2.3 of the source: `status`, `result`, `stepOutputs`). */
export const succeededRun = open({
  /** Distinguishes this run from a failed one (RUN-STATUS). */
  status: literal('success'),
  /** The output of the workflow. */
  result: unknown(),
  /** The outcome of each step (RUN-STEPS). */
  stepOutputs,
})

/** A run that failed (2.3 and 7 of the source: `error` with `name`, `value` and `traceback`). */
export const failedRun = open({
  /** Distinguishes this run from one that succeeded (RUN-STATUS). */
  status: literal('failed'),
  /** Why the run failed. */
  error: runError,
  /** The outcome of each step, including the one that failed (RUN-STEPS-FAILED). */
  stepOutputs,
})

export const endedRun = union([succeededRun, failedRun])

/** Reports a result in the response to an asynchronous start, and an invalid run ID. */
function checkStart({ value, issues }: z.ParsePayload<object>): void {
  const problem = findStartProblem(value)
  if (problem !== undefined) issues.push({ code: 'custom', input: value, ...problem })
}

interface StartProblem {
  readonly message: string
  readonly path: string[]
}

/** Finds why a body cannot be the response to an asynchronous start. Undefined if it can be one. */
function findStartProblem(value: object): StartProblem | undefined {
  const { status, runId } = value as { readonly status?: unknown; readonly runId?: unknown }

  const isResult = status === 'success' || status === 'failed' || (!('status' in value) && 'stepOutputs' in value)
  if (isResult) return { message: 'expected a run that has started, found the result of one', path: [] }

  const isRunId = typeof runId === 'number' || (typeof runId === 'string' && runId !== '')
  if ('runId' in value && !isRunId) {
    return { message: `expected a run ID, found ${describeValue(runId, withoutSecrets)}`, path: ['runId'] }
  }
  if (Object.keys(value).length === 0) return { message: 'expected a run ID, found an empty object', path: [] }
  return undefined
}

// By zod itself, `runId` would take two more kinds of schemas: a fiftieth of all that a bundle has of the client.
/** The response to an asynchronous start. It has a run ID in some field, and is not the result of a run. */
export const startedRun = open({}, { _zod: { check: checkStart, def: { check: 'custom' }, onattach: [] } }) as z.$ZodType<{
  runId?: string | number
}>

/** A run that succeeded (RUN-RESULT). Fields that the document does not name are kept. */
export interface SucceededRun<Result = unknown> extends Readonly<z.infer<typeof succeededRun>> {
  readonly result: Result
}

/** A run that failed (RUN-ERROR). The call succeeded; only the run did not. */
export interface FailedRun extends Readonly<z.infer<typeof failedRun>> {}

/** A run that has ended; `status` says how. */
export type Run<Result = unknown> = SucceededRun<Result> | FailedRun
