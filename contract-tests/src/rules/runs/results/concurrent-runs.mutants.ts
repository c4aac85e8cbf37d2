import type { MockService } from '@wfhost/mock-server'
import {
  type Argument,
  intercept,
  isObject,
  type Json,
  type Mutant,
  type MutantResponse,
  onBody,
  onResult,
  onRunBody,
  parseObject,
  stepsOf,
} from '../../../../proof/mutants/mutant.ts'
import { moment } from '../../registry/executions/concurrent-requests.mutants.ts'
import { withError } from './run-results.mutants.ts'

/** Servers in which a run changes the response to another run. */
export const sharedState: readonly Mutant[] = [
  {
    defect: 'two concurrent runs both get the result of the later run',
    foundBy: 'RUN-RESULT.parallel',
    remembers: true,
    mutate: (service) => {
      const state: { latest?: Promise<MutantResponse> } = {}
      return intercept(['run'], async (_request, { pass }) => {
        const own = pass()
        state.latest = own
        await own
        await moment()
        return state.latest
      })(service)
    },
  },
  sharesResponses('a repeated run gets the response to the first run', 'RUN-ENDPOINT.again'),
  sharesResponses('a run that is sent while an equal run is in progress gets the response to that run', 'RUN-ENDPOINT.parallel'),
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
    defect: 'a run shows its own steps and a step of the run before it',
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
    defect: 'a run also has the arguments of earlier runs',
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
  { defect: 'the run after a failed run also fails', foundBy: 'RUN-STATUS', remembers: true, mutate: failsAfterFailure },
]

/** Sends the response to one run as the response to each equal run. */
function sharesResponses(defect: string, foundBy: 'RUN-ENDPOINT.again' | 'RUN-ENDPOINT.parallel'): Mutant {
  const mutate = (service: MockService): MockService => {
    const shared = new Map<string, Promise<MutantResponse>>()
    return intercept(['run'], async ({ headers, text, url }, { pass }) => {
      const sent = [url.pathname, headers.get('authorization'), text].join(' ')
      const response = shared.get(sent) ?? pass()
      shared.set(sent, response)
      // Until then the other one may come.
      if (foundBy === 'RUN-ENDPOINT.parallel') await response.finally(() => shared.delete(sent))
      return response
    })(service)
  }
  return { defect, foundBy, remembers: true, mutate }
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
