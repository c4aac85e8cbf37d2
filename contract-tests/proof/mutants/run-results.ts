import type { MockService } from '@wfhost/mock-server'
import {
  type Answered,
  type Argument,
  intercept,
  isObject,
  type Json,
  type Mutant,
  onAnswer,
  onBody,
  onResult,
  onRunBody,
  onStatus,
  onSteps,
  parseObject,
  stepsOf,
  without,
} from './mutant.ts'

/** Servers whose answer to a sync run has another shape, or says something else than what happened. */
export const runResults: readonly Mutant[] = [
  error('a failed run comes without a traceback', (found) => without(found, 'traceback')),
  error('the traceback of a failed run is a list of lines', (found) => ({ ...found, traceback: [found['traceback']] })),
  error('the traceback of a failed run is null', (found) => ({ ...found, traceback: null })),
  error('the error of a failed run has no name', (found) => without(found, 'name')),
  error('the error of a failed run calls its value message', ({ value, ...found }) => ({ ...found, message: value })),
  error('the value of the error of a failed run is an object', (found) => ({ ...found, value: { text: found['value'] } })),
  error('the error of a failed run is a string', (found) => String(found['value'])),
  succeeded('RUN-STATUS', { defect: 'success is called completed', change: (body) => ({ ...body, status: 'completed' }) }),
  succeeded('RUN-STATUS', { defect: 'the status is in capitals', change: (body) => ({ ...body, status: 'SUCCESS' }) }),
  succeeded('RUN-STATUS', { defect: 'the status is true', change: (body) => ({ ...body, status: true }) }),
  failed('RUN-STATUS', { defect: 'failed is called error', change: (body) => ({ ...body, status: 'error' }) }),
  failed('RUN-STATUS', { defect: 'a failed run says success', change: (body) => ({ ...body, status: 'success' }) }),
  succeeded('RUN-RESULT', { defect: 'a run that succeeds has no result', change: (body) => without(body, 'result') }),
  succeeded('RUN-RESULT', { defect: 'the result is null', change: (body) => ({ ...body, result: null }) }),
  succeeded('RUN-RESULT', {
    defect: 'the result is called output',
    change: ({ result, ...body }) => ({ ...body, output: result }),
  }),
  succeeded('RUN-RESULT', {
    defect: 'the result is serialized once more',
    change: (body) => ({ ...body, result: JSON.stringify(body['result']) }),
  }),
  succeeded('RUN-RESULT', {
    defect: 'the result is always the first one',
    change: (body) => ({ ...body, result: { text: 'first' } }),
  }),
  succeeded('RUN-RESULT', { defect: 'the body is the result alone', change: (body) => body['result'] }),
  succeeded('RUN-SYNC-BODY', {
    defect: 'a run that succeeds has no stepOutputs',
    change: (body) => without(body, 'stepOutputs'),
  }),
  succeeded('RUN-SYNC-BODY', {
    defect: 'a run that succeeds has an error without a text',
    change: (body) => ({ ...body, error: { name: '', value: '', traceback: '' } }),
  }),
  succeeded('RUN-SYNC-BODY', { defect: 'a run that succeeds has no status', change: (body) => without(body, 'status') }),
  succeeded('RUN-SYNC-BODY', { defect: 'stepOutputs is null without steps', change: (body) => ({ ...body, stepOutputs: null }) }),
  failed('RUN-SYNC-BODY', { defect: 'a failed run has no error', change: (body) => without(body, 'error') }),
  failed('RUN-SYNC-BODY', { defect: 'the body of a run stands in data', change: (body) => ({ data: body }) }),
  {
    ...failed('RUN-ERROR', { defect: 'a failed run has a result beside its error', change: (body) => ({ ...body, result: 1 }) }),
    isWarned: true,
  },
  {
    ...steps('RUN-STEPS-FAILED', {
      defect: 'a step that failed has a result beside its error',
      change: (step) => (step['status'] === 'failed' ? { ...step, result: 1 } : step),
    }),
    isWarned: true,
  },
  failed('RUN-STEPS', { defect: 'a failed run has no stepOutputs', change: (body) => without(body, 'stepOutputs') }),
  failed('RUN-STEPS', {
    defect: 'stepOutputs is a list',
    change: (body) => ({ ...body, stepOutputs: Object.values(Object(body['stepOutputs'])) }),
  }),
  steps('RUN-STEPS', {
    defect: 'the error of a step has no name',
    change: (step) => withError(step, (found) => without(found, 'name')),
  }),
  steps('RUN-STEPS', {
    defect: 'the error of a step has no value',
    change: (step) => withError(step, (found) => without(found, 'value')),
  }),
  steps('RUN-STEPS', { defect: 'the error of a step is a string', change: (step) => withError(step, () => 'declined') }),
  steps('RUN-STEPS', { defect: 'a step that succeeds has no result', change: (step) => without(step, 'result') }),
  steps('RUN-STEPS', {
    defect: 'the status of a step is ok',
    change: (step) => (step['status'] === 'success' ? { ...step, status: 'ok' } : step),
  }),
  steps('RUN-STEPS', {
    defect: 'a step that succeeds is left out',
    change: (step) => (step['status'] === 'success' ? undefined : step),
  }),
  succeeded('RUN-STEPS.success', {
    defect: 'a step of a run that succeeds is completed',
    change: (body) => ({ ...body, stepOutputs: { ...stepsOf(body), compose: { status: 'completed', result: 1 } } }),
  }),
  steps('RUN-STEPS-FAILED', {
    defect: 'the step that failed is left out',
    change: (step) => (step['status'] === 'failed' ? undefined : step),
  }),
  steps('RUN-STEPS-FAILED', { defect: 'the step that failed has no error', change: (step) => without(step, 'error') }),
  steps('RUN-STEPS-FAILED', {
    defect: 'every step of a failed run says success',
    change: (step) => (step['status'] === 'failed' ? { status: 'success', result: null } : step),
  }),
  {
    defect: 'a sync run is answered with a page to log in',
    foundBy: 'RUN-OK',
    mutate: onAnswer(['run'], ({ status }) => (status === 200 ? { text: '<!doctype html><title>Log in</title>' } : undefined)),
  },
  {
    defect: 'a byte order mark comes before the JSON of a run',
    foundBy: 'RUN-OK',
    isWarned: true,
    mutate: onAnswer(['run'], ({ text }) => ({ text: `\ufeff${text}` })),
  },
  status('a sync run is answered with 201', 201),
  status('a sync run is answered with 202', 202),
  status('a sync run is answered with 206', 206),
]

interface Change {
  readonly defect: string
  readonly change: (body: Json) => unknown
}

function error(defect: string, change: (error: Json) => unknown): Mutant {
  return { defect, foundBy: 'RUN-ERROR', mutate: onResult('failed', (body) => withError(body, change)) }
}

function withError(body: Json, change: (error: Json) => unknown): Json {
  const { error: found } = body
  return isObject(found) ? { ...body, error: change(found) } : body
}

function succeeded(foundBy: Mutant['foundBy'], { change, defect }: Change): Mutant {
  return { defect, foundBy, mutate: onResult('success', change) }
}

function failed(foundBy: Mutant['foundBy'], { change, defect }: Change): Mutant {
  return { defect, foundBy, mutate: onResult('failed', change) }
}

function steps(
  foundBy: Mutant['foundBy'],
  { change, defect }: { readonly defect: string; readonly change: (step: Json, id: string) => unknown },
): Mutant {
  return { defect, foundBy, mutate: onSteps(change) }
}

function status(defect: string, to: number): Mutant {
  return { defect, foundBy: 'RUN-OK', mutate: onStatus({ at: ['run'], status: 200 }, to) }
}

/** For two requests that are sent at once to be under way at once. */
const longEnoughMs = 30

/** Servers in which one run leaves something behind for another. */
export const sharedState: readonly Mutant[] = [
  {
    defect: 'of two runs at once both get the result of the one that came last',
    foundBy: 'RUN-RESULT.parallel',
    remembers: true,
    mutate: (service) => {
      const state: { latest?: Promise<Answered> } = {}
      return intercept(['run'], async (_asked, { pass }) => {
        const own = pass()
        state.latest = own
        await own
        await new Promise((resolve) => setTimeout(resolve, longEnoughMs))
        return state.latest
      })(service)
    },
  },
  {
    defect: 'a run that was sent before is answered with what that gave',
    foundBy: 'RUN-ENDPOINT.again',
    remembers: true,
    mutate: (service) => {
      const kept = new Map<string, Answered>()
      return intercept(['run'], async ({ headers, text, url }, { pass }) => {
        const sent = [url.pathname, headers.get('authorization'), text].join(' ')
        const given = kept.get(sent) ?? (await pass())
        kept.set(sent, given)
        return given
      })(service)
    },
  },
  {
    defect: 'a run gets the result of the run before it',
    foundBy: 'RUN-RESULT',
    remembers: true,
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
    defect: 'a run shows the steps of the run before it',
    foundBy: 'RUN-STEPS.success',
    remembers: true,
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
    defect: 'a run shows a step of the run before it beside its own',
    foundBy: 'RUN-STEPS.success',
    remembers: true,
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
    remembers: true,
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
  {
    defect: 'the arguments of a run are those of the next one where it has none',
    foundBy: 'RUN-RESULT',
    remembers: true,
    mutate: (service) => {
      const before = new Map<unknown, Argument>()
      return onRunBody((body) => {
        const args: readonly Argument[] = Array.isArray(body['args']) ? body['args'].filter(isObject) : []
        for (const argument of args) before.set(argument['name'], argument)
        return args.every(({ name }) => name === 'text') ? { ...body, args: [...before.values()] } : body
      })(service)
    },
  },
  {
    defect: 'the run after a failed one fails, too',
    foundBy: 'RUN-STATUS',
    remembers: true,
    mutate: failsAfterFailure,
  },
]

function failsAfterFailure(service: MockService): MockService {
  const state: { failure?: string } = {}
  return intercept(['run'], async (_asked, { pass }) => {
    const given = await pass()
    const left = state.failure
    delete state.failure
    if (parseObject(given.text)?.['status'] === 'failed') state.failure = given.text
    return left === undefined || given.status !== 200 ? given : { ...given, text: left }
  })(service)
}
