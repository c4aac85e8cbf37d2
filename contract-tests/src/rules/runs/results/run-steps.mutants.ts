import {
  type Json,
  type Mutant,
  mutantsOf,
  onBody,
  onResult,
  onSteps,
  stepsOf,
  without,
} from '../../../../proof/mutants/mutant.ts'
import { falsyValues, withError } from '../../../../proof/mutants/parts/runs.ts'

/** Servers whose response has wrong steps. */
export const mutants: readonly Mutant[] = [
  {
    defect: 'a step that failed has a result beside its error',
    foundBy: 'RUN-STEPS-FAILED',
    isWarned: true,
    mutate: onSteps((step) => (step['status'] === 'failed' ? { ...step, result: 1 } : step)),
  },
  {
    defect: 'the error of the failed step has an empty name',
    foundBy: 'RUN-STEPS-FAILED',
    isWarned: true,
    mutate: onSteps((step) => withError(step, (error) => ({ ...error, name: '' }))),
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
    'the error of the failed step has its message as its name, and its name as its message': onSteps((step) =>
      withError(step, ({ name, value }) => ({ name: value, value: name })),
    ),
    'the step that failed is left out': onSteps((step) => (step['status'] === 'failed' ? undefined : step)),
    'the step that failed has no error': onSteps((step) => without(step, 'error')),
    'every step of a failed run says success': onSteps((step) =>
      step['status'] === 'failed' ? { status: 'success', result: null } : step,
    ),
  }),
  ...falsyValues.map(({ is, what }) =>
    changesStep(`the result of a step is left out when it is ${what}`, (step) =>
      is(step['result']) ? without(step, 'result') : step,
    ),
  ),
  ...falsyValues
    .slice(1)
    .map(({ is, what }) =>
      changesStep(`the result of a step becomes null when it is ${what}`, (step) =>
        is(step['result']) ? { ...step, result: null } : step,
      ),
    ),
  {
    defect: 'a run shows the steps of the run before it',
    foundBy: 'RUN-STEPS.success',
    needsOtherRequests: true,
    mutate: (service) => {
      const state: { before?: Json } = {}
      return onResult('success', (body) => {
        const own = { compose: { status: 'success', result: body['result'] } }
        const stepOutputs = state.before ?? own
        state.before = own
        return { ...body, stepOutputs }
      })(service)
    },
  },
  {
    defect: 'a run shows its own steps and a step of the run before it',
    foundBy: 'RUN-STEPS.success',
    needsOtherRequests: true,
    mutate: (service) => {
      const state: { before?: Json } = {}
      return onBody(['run'], (body, { url }) => {
        if (body['status'] !== 'success') return body
        const own = { [`step of ${url.pathname}`]: { status: 'success', result: 1 } }
        const stepOutputs = { ...state.before, ...own }
        state.before = own
        return { ...body, stepOutputs }
      })(service)
    },
  },
  {
    defect: 'the error of a step has the arguments of the run before it',
    foundBy: 'RUN-STEPS-FAILED',
    needsOtherRequests: true,
    mutate: (service) => {
      let sent = ''
      return onBody(['run'], (body, { text }) => {
        const value = `declined: ${sent}`
        sent = text
        if (body['status'] !== 'failed') return body
        const steps = Object.entries(stepsOf(body)).map(([id, step]) => [
          id,
          withError(Object(step), (one) => ({ ...one, value })),
        ])
        return { ...body, stepOutputs: Object.fromEntries(steps) }
      })(service)
    },
  },
]

function changesStep(defect: string, change: (step: Json) => Json): Mutant {
  return { defect, foundBy: 'RUN-STEPS.falsy', mutate: onSteps(change) }
}
