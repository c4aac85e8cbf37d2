import { type RunKind, runKinds } from '../../../src/catalogues/run-sequences.ts'
import { contractFixtures } from '../../contract-world.ts'
import {
  bearerOf,
  flowIdOf,
  intercept,
  isAsync,
  type Mutant,
  type MutantRequest,
  type MutantResponse,
  parseObject,
} from '../mutant.ts'

const { echo, failing } = contractFixtures

/** The kinds of runs that send a text of their own. */
const kindsWithText: readonly RunKind[] = ['succeeded', 'started', 'malformed']

/** The kinds of runs whose responses are equal, so a check cannot distinguish them. */
const alike: readonly RunKind[] = ['without-arguments', 'other-workflow']

/** For each ordered pair of kinds, a server in which the earlier run changes the response to the later run. */
export const sequenceMutants: readonly Mutant[] = [
  ...runKinds.flatMap((earlier) => runKinds.flatMap((later) => createLeak(earlier, later))),
  {
    defect: 'a run after a failed run still has the error of the failed run',
    foundBy: 'RUN-SYNC-BODY.sequence',
    needsOtherRequests: true,
    mutate: (service) => {
      const state: { error?: unknown } = {}
      return intercept(['run'], async (_request, { pass }) => {
        const response = await pass()
        const body = parseObject(response.text) ?? {}
        const { error } = state
        if (body['status'] === 'failed') state.error = body['error']
        if (error === undefined || body['status'] !== 'success') return response

        delete state.error
        return { ...response, text: JSON.stringify({ ...body, error }) }
      })(service)
    },
  },
]

type Entry = (typeof runKinds)[number]

function createLeak(earlier: Entry, later: Entry): Mutant[] {
  const isText = kindsWithText.includes(earlier.id)
  const isSame = earlier.id === later.id || (alike.includes(earlier.id) && alike.includes(later.id))
  if (!isText && isSame) return []

  const leak = isText ? 'has its body' : 'gets its response'
  return [
    {
      defect: `${later.description} after ${earlier.description} ${leak} (${earlier.source})`,
      foundBy: 'RUN-SYNC-BODY.sequence',
      needsOtherRequests: true,
      mutate: (service) => {
        const state: { before?: { readonly request: MutantRequest; readonly response: MutantResponse } } = {}
        return intercept(['run'], async (request, { pass }) => {
          const response = await pass()
          const { before } = state
          state.before = { request, response }

          const leaks = before !== undefined && kindOf(before.request) === earlier.id && kindOf(request) === later.id
          if (!leaks) return response
          if (!isText) return before.response
          return { ...response, text: JSON.stringify({ ...parseObject(response.text), left: before.request.text }) }
        })(service)
      },
    },
  ]
}

function kindOf(request: MutantRequest): RunKind {
  if (flowIdOf(request) === failing.flowId) return 'failed'
  if (flowIdOf(request) !== echo.flowId) return 'other-workflow'
  if (bearerOf(request) !== echo.key) return 'wrong-key'
  if (isAsync(request)) return 'started'

  const args = parseObject(request.text)?.['args']
  if (!Array.isArray(args)) return 'malformed'
  return args.length === 0 ? 'without-arguments' : 'succeeded'
}
