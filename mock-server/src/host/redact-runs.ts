import { createRedactor, type Redactor } from '@wfhost/internal/redaction'
import { keyNames } from '../core/journal/show-exchange.ts'
import type { World } from '../core/world/world.ts'
import type { RunRecord, RunResult } from '../schema/state.ts'

type StepOutput = RunResult['stepOutputs'][string]

/** Returns runs in which the keys of a world are replaced by their names. A workflow can return a key that it received. */
export function redactRuns(world: World, runs: readonly RunRecord[]): readonly RunRecord[] {
  const redactor = createRedactor(keyNames(world))
  return runs.map((run) => redactRecord(run, redactor))
}

/** Returns a run in which the keys of a world are replaced by their names. */
export function redactRun(world: World, run: RunRecord): RunRecord {
  return redactRecord(run, createRedactor(keyNames(world)))
}

/** Returns the result of a run in which the keys of a world are replaced by their names. */
export function redactResult(world: World, result: RunResult): RunResult {
  return redactRunResult(result, createRedactor(keyNames(world)))
}

function redactRecord(run: RunRecord, redactor: Redactor): RunRecord {
  return run.result === undefined ? run : { ...run, result: redactRunResult(run.result, redactor) }
}

/** Returns a result in which a redactor has replaced the keys. */
export function redactRunResult(result: RunResult, redactor: Redactor): RunResult {
  const stepOutputs = Object.fromEntries(
    Object.entries(result.stepOutputs).map(([id, output]) => [redactor.text(id), redactStep(output, redactor)]),
  )
  if (result.status === 'success') return { ...result, result: redactCopy(result.result, redactor), stepOutputs }
  const { name, traceback, value } = result.error
  const error = { name: redactor.text(name), value: redactor.text(value), traceback: redactor.text(traceback) }
  return { ...result, error, stepOutputs }
}

function redactStep(output: StepOutput, redactor: Redactor): StepOutput {
  if (output.status === 'success') return { ...output, result: redactCopy(output.result, redactor) }
  const { name, value } = output.error
  return { ...output, error: { name: redactor.text(name), value: redactor.text(value) } }
}

/**
 * Returns a value in which keys are replaced by their names. The copy has the same members. A redactor replaces texts by texts, and
 * a number only if it is a key, so the type stays true for the users of this module, which show the values.
 */
export function redactCopy<T>(value: T, redactor: Redactor): T {
  return redactor.value(value) as T
}
