import { parseObject } from '../mutants/json.ts'
import { onAnswer, onBody, onResult, onStart, onSteps } from '../mutants/on-answer.ts'
import type { LegalVariation } from './legal-variation.ts'

/** Other answers to runs, where no document says which. */
export const runs: readonly LegalVariation[] = [
  ...(['run_id', 'id', 'executionId'] as const).map(
    (runIdField): LegalVariation => ({
      variation: `the run ID is called ${runIdField}`,
      subject: 'run ID',
      profile: { runIdField },
    }),
  ),
  { variation: 'the run ID is a number', subject: 'run ID', profile: { runIdType: 'number' } },
  start('the run ID is nested', ({ runId }) => ({ run: { id: runId } })),
  start('the run ID stands beside a status and a link', ({ runId }) => ({ status: 'running', id: runId, url: `/runs/${runId}` })),
  start('the run ID is in a list', ({ runId }) => ({ runs: [{ id: runId, queued: true }] })),
  start('the run ID is the whole body', ({ runId }) => runId),
  start('the answer to an async start is the run so far', ({ runId }) => ({
    runId,
    status: 'running',
    result: null,
    error: null,
    stepOutputs: {},
  })),
  { variation: 'an async start is accepted with 202', subject: 'async status', profile: { asyncStatus: 202 } },
  {
    variation: 'an async start creates a run with 201',
    subject: 'async status',
    vary: onAnswer(['run'], ({ status, text }, asked) =>
      status === 200 && parseObject(text)?.['stepOutputs'] === undefined && asked.text.includes('"async"')
        ? { status: 201 }
        : undefined,
    ),
  },
  { variation: 'a failed run is carried by 422', subject: 'failed run', profile: { failedRunStatus: 422 } },
  { variation: 'a failed run is carried by 500', subject: 'failed run', profile: { failedRunStatus: 500 } },
  { variation: 'a run without a mode is async', subject: 'default mode', profile: { defaultMode: 'async' } },
  { variation: 'arguments that nobody expects are ignored', subject: 'unknown argument', profile: { unknownArgument: 'ignore' } },
  { variation: 'of two arguments the first counts', subject: 'repeated argument', profile: { repeatedArgument: 'first' } },
  { variation: 'of two arguments the last counts', subject: 'repeated argument', profile: { repeatedArgument: 'last' } },
  { variation: 'JSON strings fit an object parameter', subject: 'serialized argument', profile: { serializedArgument: 'parse' } },
  { variation: 'a run that takes too long is cut off', subject: 'time limit', profile: { syncTimeoutMs: 30_000 } },
  { variation: 'runs can be looked up', subject: 'status endpoint', profile: { statusEndpoint: 'runs' } },
  { variation: 'a run says when it ran', subject: 'record', profile: { runRecord: 'times' } },
  {
    variation: 'a run has fields that no document has',
    subject: 'record',
    vary: onBody(['run'], (body) => ({ ...body, logs: [], credits: 1, workflow: { version: 3 }, warnings: null })),
  },
  {
    variation: 'a run that succeeds has an error that is null',
    subject: 'record',
    vary: onResult('success', (body) => ({ ...body, error: null })),
  },
  {
    variation: 'a step says how long it took',
    subject: 'steps',
    vary: onSteps((step) => ({ ...step, durationMs: 3, attempts: [1] })),
  },
  {
    variation: 'a run has a first step of its own',
    subject: 'steps',
    vary: onBody(['run'], (body) =>
      'stepOutputs' in body
        ? { ...body, stepOutputs: { trigger: { status: 'success', result: null }, ...Object(body['stepOutputs']) } }
        : body,
    ),
  },
  {
    variation: 'a failed step has a traceback, too',
    subject: 'steps',
    vary: onSteps((step) =>
      step['status'] === 'failed' ? { ...step, error: { ...Object(step['error']), traceback: '' } } : step,
    ),
  },
  ...(['uuid', 'hex'] as const).map(
    (keyFormat): LegalVariation => ({ variation: `new keys look like ${keyFormat}`, subject: 'key', profile: { keyFormat } }),
  ),
]

function start(variation: string, change: Parameters<typeof onStart>[0]): LegalVariation {
  return { variation, subject: 'run ID', vary: onStart(change) }
}
