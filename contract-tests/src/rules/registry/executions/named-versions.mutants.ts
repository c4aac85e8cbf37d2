import { contractFixtures } from '../../../../proof/contract-world.ts'
import { intercept, isObject, type Mutant, type MutantRequest, parseObject, respond } from '../../../../proof/mutants/mutant.ts'
import { atResult } from '../../../../proof/mutants/parts/executions.ts'

const { executeVersion } = contractFixtures
const otherVersion = executeVersion.expectedText.otherEnvironment

/** A payload in which the names of the tool are in an object. */
const nestedPayload = { call: executeVersion.payload }

/** Registries that execute the version that the payload names. */
export const mutants: readonly Mutant[] = [
  ...[atResult, executeVersion].map((fixture) => ({
    defect: `the member version of a payload decides which version is executed${'pointer' in fixture ? '' : ', and no pointer to the version is declared'}`,
    foundBy: 'HOST-ENV.named-version' as const,
    isWarned: !('pointer' in fixture),
    fixtures: { executeVersion: fixture },
    mutate: intercept(['execute'], (request, { pass }) =>
      namesOtherVersion(request) ? respond(200, { result: otherVersion }) : pass(),
    ),
  })),
  {
    defect: 'the member version of an object in the payload decides which version is executed',
    foundBy: 'HOST-ENV.named-version',
    fixtures: { executeVersion: { ...atResult, payload: nestedPayload } },
    mutate: intercept(['execute'], (request, { pass }) => {
      const call = readCall(request)
      if (call === undefined) return pass()
      if (call['version'] === otherVersion) return respond(200, { result: otherVersion })
      return pass({ text: JSON.stringify(executeVersion.payload) })
    }),
  },
]

function namesOtherVersion({ text }: MutantRequest): boolean {
  return parseObject(text)?.['version'] === otherVersion
}

/** Returns the object of the payload that names the tool. */
function readCall({ text }: MutantRequest): Readonly<Record<string, unknown>> | undefined {
  const call = parseObject(text)?.['call']
  return isObject(call) ? call : undefined
}
