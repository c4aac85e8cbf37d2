import {
  type RefusedPayload,
  type RefusedRunRequest,
  refusedPayloads,
  refusedRunRequests,
} from '../../../src/catalogues/refused-requests.ts'
import { contractFixtures } from '../../contract-world.ts'
import { intercept, type Mutant, type MutantRequest, withKey } from '../mutant.ts'

const { echo, execute } = contractFixtures

/** For each refused request of the catalogues, a server on which it has an effect nevertheless. */
export const refusalMutants: readonly Mutant[] = [
  ...refusedRunRequests.flatMap((entry) => (['sync', 'async'] as const).map((mode) => runsRefused(entry, mode))),
  ...refusedPayloads.map(chargesRefused),
]

function runsRefused(entry: RefusedRunRequest, mode: 'sync' | 'async'): Mutant {
  return {
    defect: `the refused request ${entry.id} in mode ${mode} runs the workflow (${entry.source})`,
    foundBy: 'RUN-MALFORMED.not-run',
    needsOtherRequests: true,
    mutate: intercept(['run'], async (request, { pass }) => {
      const response = await pass()
      const isRefused = isSentBy(request, entry, mode)
      if (isRefused) await pass({ ...withKey(request, echo.key), text: JSON.stringify({ args: [], mode }) })
      return response
    }),
  }
}

/** Returns whether a request has the form of an entry and a mode. */
function isSentBy({ headers, text }: MutantRequest, { createRunRequest }: RefusedRunRequest, mode: string): boolean {
  const run = createRunRequest(contractFixtures, mode)
  const authorization = run.authorization === undefined ? `Bearer ${echo.key}` : run.authorization
  const args = Object.entries(run.args ?? {}).map(([name, value]) => ({ name, value }))
  const body = run.rawBody ?? JSON.stringify(run.body ?? { args, mode })

  return headers.get('authorization') === authorization && text === body
}

function chargesRefused({ id, source, text }: RefusedPayload): Mutant {
  return {
    defect: `the refused payload ${id} takes a credit (${source})`,
    foundBy: 'EXE-CREDIT-FAILED',
    needsOtherRequests: true,
    mutate: intercept(['execute'], async (request, { pass }) => {
      const response = await pass()
      if (request.text === text) await pass({ text: JSON.stringify(execute.payload) })
      return response
    }),
  }
}
