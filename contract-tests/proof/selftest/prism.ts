import { createMockService, type MockService } from '@wfhost/mock-server'
import type { ServerDescription } from '../../src/engine/check-server.ts'
import { contractFixtures, createContractWorld } from '../../src/local/contract-world.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import { brokenServers } from '../mutants/mutants.ts'
import { describeLegalServer } from '../variants/legal-server.ts'
import type { LegalVariation } from '../variants/legal-variation.ts'
import { legalVariations } from '../variants/variants.ts'
import { checkService, describeService } from './check-service.ts'
import { openPrism } from './prism/open-prism.ts'
import type { CaseResult, SelfTest } from './self-test.ts'

/**
 * The figures of Prism's validating proxy for the servers that are tried here, with the same exchanges: it is the usual
 * way to hold a server against a document. What it finds is no verdict on it, and none on us.
 */
export const prism: SelfTest = {
  id: 'prism',
  statement: "Prism's validating proxy on the same servers, with the same exchanges",
  atOnce: 4,
  listCases: async () => {
    const { watch } = await openPrism()
    return [
      { name: 'the canary', run: () => tryCanary(watch) },
      ...brokenServers.map(({ breakService, defect, foundBy }) => ({
        name: defect,
        run: async () => {
          const service = breakService(createMockService(createContractWorld()))
          const flagged = await watchChecks(watch, { service, options: { only: [foundBy.toLowerCase()] } })
          return shown(flagged ? 'defects flagged' : 'defects not flagged')
        },
      })),
      ...legalVariations.map((variation) => ({
        name: variation.variation,
        run: async () => {
          const flagged = await watchChecks(watch, legalService(variation))
          return shown(flagged ? 'legal servers flagged falsely' : 'legal servers left alone')
        },
      })),
    ]
  },
}

interface Watched {
  readonly service: MockService
  readonly options?: Partial<ServerDescription>
}

/** Whether Prism flags an answer of a server in the exchanges of some checks. */
type Watch = Awaited<ReturnType<typeof openPrism>>['watch']

async function watchChecks(watch: Watch, { options = {}, service }: Watched): Promise<boolean> {
  return (await watch(service.fetch, (fetch) => checkService({ ...service, fetch }, options))) > 0
}

/** A server that Prism has to flag, and one that it must not: without both, its figures say nothing. */
async function tryCanary(watch: Watch): Promise<CaseResult> {
  const service = createMockService(createContractWorld())
  const wrong: MockService = { ...service, fetch: async () => Response.json([], { status: 200 }) }
  const found = await watchChecks(watch, { service: wrong, options: { only: ['run-ok', 'man-endpoint'] } })
  const wolf = await watchChecks(watch, { service })
  const problems = [
    ...(found ? [] : ['Prism does not flag a list as the body of a run']),
    ...(wolf ? ['Prism flags the reference server'] : []),
  ]
  return { shows: problems.length === 0 ? 'canary' : 'wrong', problems }
}

function legalService(variation: LegalVariation): Watched {
  const { fetch, fixtures, hooks }: TargetDescription = describeLegalServer([variation])
  const service = createMockService(createContractWorld())
  const own = { ...describeService(service), fixtures: fixtures ?? contractFixtures, hooks: hooks ?? {} }
  return { service: { ...service, fetch: fetch ?? service.fetch }, options: { fixtures: own.fixtures, hooks: own.hooks } }
}

function shown(shows: string): CaseResult {
  return { shows, problems: [] }
}
