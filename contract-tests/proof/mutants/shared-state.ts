import type { MockService } from '@wfhost/mock-server'
import type { BrokenServer } from './broken-server.ts'
import { type Answered, intercept } from './intercept.ts'
import { isObject, parseObject } from './json.ts'
import { onResult } from './on-answer.ts'
import { type Argument, onRunBody } from './on-request.ts'

/** For two requests that are sent at once to be under way at once. */
const longEnoughMs = 30

/** Servers in which one run leaves something behind for another. */
export const sharedState: readonly BrokenServer[] = [
  {
    defect: 'of two runs at once both get the result of the one that came last',
    foundBy: 'RUN-RESULT',
    remembers: true,
    breakService: (service) => {
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
    defect: 'a run gets the result of the run before it',
    foundBy: 'RUN-RESULT',
    remembers: true,
    breakService: (service) => {
      const state: { before?: unknown } = {}
      return onResult('success', (body) => {
        const result = 'before' in state ? state.before : body['result']
        state.before = body['result']
        return { ...body, result }
      })(service)
    },
  },
  {
    defect: 'the arguments of a run are those of the next one where it has none',
    foundBy: 'RUN-RESULT',
    remembers: true,
    breakService: (service) => {
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
    breakService: failsAfterFailure,
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
