import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  isObject,
  type Json,
  type Mutant,
  mutantsOf,
  onResponse,
  onResult,
  onStatus,
  onSteps,
  stepsOf,
  without,
} from '../../../../proof/mutants/mutant.ts'

/** Servers whose response to a sync run has a wrong structure or a wrong content. */
export const runResults: readonly Mutant[] = [
  error('a failed run comes without a traceback', (found) => without(found, 'traceback')),
  error('the traceback of a failed run is a list of lines', (found) => ({ ...found, traceback: [found['traceback']] })),
  ...['name', 'traceback'].map((member) => ({
    ...error(`the ${member} of the error of a failed run is empty`, (found) => ({ ...found, [member]: '' })),
    fixtures: { failing: { ...contractFixtures.failing, error: undefined } },
    isWarned: true,
  })),
  error('the type and the message of a failed run are swapped', ({ name, value, ...found }) => ({
    ...{ ...found, name: value, value: name },
  })),
  error('the traceback of a failed run is null', (found) => ({ ...found, traceback: null })),
  error('the error of a failed run has no name', (found) => without(found, 'name')),
  error('the error of a failed run calls its value message', ({ value, ...found }) => ({ ...found, message: value })),
  error('the value of the error of a failed run is an object', (found) => ({ ...found, value: { text: found['value'] } })),
  error('the error of a failed run is a string', (found) => String(found['value'])),
  ...mutantsOf('RUN-STATUS', {
    'success is called completed': onResult('success', (body) => ({ ...body, status: 'completed' })),
    'the status is in capitals': onResult('success', (body) => ({ ...body, status: 'SUCCESS' })),
    'the status is true': onResult('success', (body) => ({ ...body, status: true })),
    'failed is called error': onResult('failed', (body) => ({ ...body, status: 'error' })),
    'a failed run says success': onResult('failed', (body) => ({ ...body, status: 'success' })),
  }),
  ...mutantsOf('RUN-RESULT', {
    'a run that succeeds has no result': onResult('success', (body) => without(body, 'result')),
    'the result is null': onResult('success', (body) => ({ ...body, result: null })),
    'the result is called output': onResult('success', ({ result, ...body }) => ({ ...body, output: result })),
    'the result is serialized once more': onResult('success', (body) => ({ ...body, result: JSON.stringify(body['result']) })),
    'a result without a member is a list': onResult('success', (body) =>
      JSON.stringify(body['result']) === '{}' ? { ...body, result: [] } : body,
    ),
    'the result is always the result of the first run': onResult('success', (body) => ({ ...body, result: { text: 'first' } })),
    'the body is only the result': onResult('success', (body) => body['result']),
  }),
  ...mutantsOf('RUN-SYNC-BODY', {
    'a run that succeeds has no stepOutputs': onResult('success', (body) => without(body, 'stepOutputs')),
    'a run that succeeds has an error without a text': onResult('success', (body) => ({
      ...body,
      error: { name: '', value: '', traceback: '' },
    })),
    'a run that succeeds has no status': onResult('success', (body) => without(body, 'status')),
    'stepOutputs is null without steps': onResult('success', (body) => ({ ...body, stepOutputs: null })),
    'a failed run has no error': onResult('failed', (body) => without(body, 'error')),
    'the body of a run is inside data': onResult('failed', (body) => ({ data: body })),
  }),
  {
    defect: 'a failed run has a result beside its error',
    foundBy: 'RUN-ERROR',
    isWarned: true,
    mutate: onResult('failed', (body) => ({ ...body, result: 1 })),
  },
  {
    defect: 'a step that failed has a result beside its error',
    foundBy: 'RUN-STEPS-FAILED',
    isWarned: true,
    mutate: onSteps((step) => (step['status'] === 'failed' ? { ...step, result: 1 } : step)),
  },
  ...mutantsOf('RUN-STEPS', {
    'a failed run has no stepOutputs': onResult('failed', (body) => without(body, 'stepOutputs')),
    'stepOutputs is a list': onResult('failed', (body) => ({ ...body, stepOutputs: Object.values(Object(body['stepOutputs'])) })),
    'the error of a step has no name': onSteps((step) => withError(step, (found) => without(found, 'name'))),
    'the error of a step has no value': onSteps((step) => withError(step, (found) => without(found, 'value'))),
    'the error of a step is a string': onSteps((step) => withError(step, () => 'declined')),
    'a step that succeeds has no result': onSteps((step) => without(step, 'result')),
    'a step that succeeds has an error without a text': onSteps((step) =>
      step['status'] === 'success' ? { ...step, error: { name: '', value: '' } } : step,
    ),
    'the status of a step is ok': onSteps((step) => (step['status'] === 'success' ? { ...step, status: 'ok' } : step)),
    'a step that succeeds is left out': onSteps((step) => (step['status'] === 'success' ? undefined : step)),
  }),
  {
    defect: 'a step of a run that succeeds is completed',
    foundBy: 'RUN-STEPS.success',
    mutate: onResult('success', (body) => ({
      ...body,
      stepOutputs: { ...stepsOf(body), compose: { status: 'completed', result: 1 } },
    })),
  },
  ...mutantsOf('RUN-STEPS-FAILED', {
    'the step that failed is left out': onSteps((step) => (step['status'] === 'failed' ? undefined : step)),
    'the step that failed has no error': onSteps((step) => without(step, 'error')),
    'every step of a failed run says success': onSteps((step) =>
      step['status'] === 'failed' ? { status: 'success', result: null } : step,
    ),
  }),
  {
    defect: 'the response to a sync run is a login page',
    foundBy: 'RUN-OK',
    mutate: onResponse(['run'], ({ status }) => (status === 200 ? { text: '<!doctype html><title>Log in</title>' } : undefined)),
  },
  {
    defect: 'a byte order mark comes before the JSON of a run',
    foundBy: 'RUN-OK',
    isWarned: true,
    mutate: onResponse(['run'], ({ text }) => ({ text: `\ufeff${text}` })),
  },
  status('the response to a sync run is 201', 201),
  status('the response to a sync run is 202', 202),
  status('the response to a sync run is 206', 206),
]

function error(defect: string, change: (error: Json) => unknown): Mutant {
  return { defect, foundBy: 'RUN-ERROR', mutate: onResult('failed', (body) => withError(body, change)) }
}

/** Changes the error of a run or of a step, if it has one. */
export function withError(body: Json, change: (error: Json) => unknown): Json {
  const { error: found } = body
  return isObject(found) ? { ...body, error: change(found) } : body
}

function status(defect: string, to: number): Mutant {
  return { defect, foundBy: 'RUN-OK', mutate: onStatus({ at: ['run'], status: 200 }, to) }
}

/** The results that a server may treat as missing. */
const falsyValues = [
  { what: 'null', is: (value: unknown) => value === null },
  { what: 'zero', is: (value: unknown) => value === 0 },
  { what: 'an empty text', is: (value: unknown) => value === '' },
  { what: 'false', is: (value: unknown) => value === false },
] as const

/** Servers that lose a falsy result of a workflow or a step. */
export const falsyOutputs: readonly Mutant[] = [
  ...falsyValues.flatMap(({ is, what }): Mutant[] => [
    changesResult(`the result of a run is left out when it is ${what}`, (run) =>
      is(run['result']) ? without(run, 'result') : run,
    ),
    changesResult(`a run fails when its result is ${what}`, (run) => (is(run['result']) ? { ...run, status: 'failed' } : run)),
    changesResult(`the result of a run is an empty object when it is ${what}`, (run) =>
      is(run['result']) ? { ...run, result: {} } : run,
    ),
  ]),
  ...falsyValues.map(({ is, what }) =>
    changesStep(`the result of a step is left out when it is ${what}`, (step) =>
      is(step['result']) ? without(step, 'result') : step,
    ),
  ),
  ...falsyValues
    .slice(1)
    .map(({ is, what }) =>
      changesResult(`the result of a run becomes null when it is ${what}`, (run) =>
        is(run['result']) ? { ...run, result: null } : run,
      ),
    ),
  ...falsyValues
    .slice(1)
    .map(({ is, what }) =>
      changesStep(`the result of a step becomes null when it is ${what}`, (step) =>
        is(step['result']) ? { ...step, result: null } : step,
      ),
    ),
  changesResult('the result of a run becomes a text if it is not an object', (run) =>
    isObject(run['result']) ? run : { ...run, result: String(run['result']) },
  ),
]

function changesResult(defect: string, change: (run: Json) => Json): Mutant {
  return { defect, foundBy: 'RUN-RESULT.falsy', mutate: onResult('success', change) }
}

function changesStep(defect: string, change: (step: Json) => Json): Mutant {
  return { defect, foundBy: 'RUN-STEPS.falsy', mutate: onSteps(change) }
}
