import type { MockService } from '@wfhost/mock-server'
import { succeededRun } from '../../../../../tools/scripts/run-bodies.ts'
import { contractFixtures } from '../../../../proof/contract-world.ts'
import {
  type Argument,
  intercept,
  isObject,
  type Json,
  type Mutant,
  mutantsOf,
  onResponse,
  onResult,
  onRunBody,
  onStatus,
  parseObject,
  refuse,
  respond,
  without,
} from '../../../../proof/mutants/mutant.ts'
import { falsyValues, withError } from '../../../../proof/mutants/parts/runs.ts'

/** Servers whose response to a sync run has a wrong structure or a wrong content. */
export const mutants: readonly Mutant[] = [
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
  ...falsyValues.flatMap(({ is, what }): Mutant[] => [
    changesResult(`the result of a run is left out when it is ${what}`, (run) =>
      is(run['result']) ? without(run, 'result') : run,
    ),
    changesResult(`a run fails when its result is ${what}`, (run) => (is(run['result']) ? { ...run, status: 'failed' } : run)),
    changesResult(`the result of a run is an empty object when it is ${what}`, (run) =>
      is(run['result']) ? { ...run, result: {} } : run,
    ),
  ]),
  ...falsyValues
    .slice(1)
    .map(({ is, what }) =>
      changesResult(`the result of a run becomes null when it is ${what}`, (run) =>
        is(run['result']) ? { ...run, result: null } : run,
      ),
    ),
  changesResult('the result of a run becomes a text if it is not an object', (run) =>
    isObject(run['result']) ? run : { ...run, result: String(run['result']) },
  ),
  ...mutantsOf('RUN-SYNC', {
    'a sync request gets a run ID immediately': onRunBody((body) => ({ ...body, mode: 'async' })),
    'a sync request gets a result immediately, which is still null': intercept(['run'], async ({ text }, { pass }) => {
      if (parseObject(text)?.['mode'] !== 'sync') return pass()
      const response = await pass({ text: text.replace('"sync"', '"async"') })
      return response.status === 200 ? respond(200, succeededRun(null)) : response
    }),
    'a sync run of a slow workflow is cut off': onResponse(['run'], ({ text }) =>
      text.includes('worth the wait') ? { status: 408 } : undefined,
    ),
  }),
  {
    defect: 'mode sync is refused beside the default',
    foundBy: 'RUN-OK',
    mutate: refuse({ at: 'run', status: 400 }, ({ text }) => parseObject(text)?.['mode'] === 'sync'),
  },
  {
    defect: 'a run gets the result of the run before it',
    foundBy: 'RUN-RESULT',
    needsOtherRequests: true,
    mutate: (service) => {
      const state: { before?: unknown } = {}
      return onResult('success', (body) => {
        const result = 'before' in state ? state.before : body['result']
        state.before = body['result']
        return { ...body, result }
      })(service)
    },
  },
  {
    defect: 'a run also has the arguments of earlier runs',
    foundBy: 'RUN-RESULT',
    needsOtherRequests: true,
    mutate: (service) => {
      const before = new Map<unknown, Argument>()
      return onRunBody((body) => {
        const args: readonly Argument[] = Array.isArray(body['args']) ? body['args'].filter(isObject) : []
        for (const argument of args) before.set(argument['name'], argument)
        return args.every(({ name }) => name === 'text') ? { ...body, args: [...before.values()] } : body
      })(service)
    },
  },
  { defect: 'the run after a failed run also fails', foundBy: 'RUN-STATUS', needsOtherRequests: true, mutate: failsAfterFailure },
]

function error(defect: string, change: (error: Json) => unknown): Mutant {
  return { defect, foundBy: 'RUN-ERROR', mutate: onResult('failed', (body) => withError(body, change)) }
}

function status(defect: string, to: number): Mutant {
  return { defect, foundBy: 'RUN-OK', mutate: onStatus({ at: ['run'], status: 200 }, to) }
}

function changesResult(defect: string, change: (run: Json) => Json): Mutant {
  return { defect, foundBy: 'RUN-RESULT.falsy', mutate: onResult('success', change) }
}

function failsAfterFailure(service: MockService): MockService {
  const state: { failure?: string } = {}
  return intercept(['run'], async (_request, { pass }) => {
    const response = await pass()
    const left = state.failure
    delete state.failure
    if (parseObject(response.text)?.['status'] === 'failed') state.failure = response.text
    return left === undefined || response.status !== 200 ? response : { ...response, text: left }
  })(service)
}
