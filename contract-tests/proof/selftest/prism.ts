import { createMockService, type MockService } from '@wfhost/mock-server'
import type { ServerDescription } from '../../src/engine/check-server.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import { checkService, describeService } from '../contract-server.ts'
import { contractFixtures, createContractWorld } from '../contract-world.ts'
import { mutants } from '../mutants/mutants.ts'
import { createPrismProxy, type Violation } from '../prism-engine.ts'
import type { CaseResult, SelfTest } from '../self-test.ts'
import { describeVariants, type Variant } from '../variants/variant.ts'
import { variants } from '../variants/variants.ts'

/**
 * The figures of Prism's validating proxy for the servers that are tried here, with the same exchanges: it is the usual
 * way to hold a server against a document. What it finds is no verdict on it, and none on us.
 */
export const prism: SelfTest = {
  id: 'prism',
  statement: "Prism's validating proxy on the same servers, with the same exchanges",
  atOnce: 4,
  parts: 6,
  listCases: () => {
    const { watch } = openPrism()
    return [
      { name: 'the canary', run: () => tryCanary(watch) },
      ...mutants.map(({ mutate, defect, fixtures, foundBy }) => ({
        name: defect,
        run: async () => {
          const service = mutate(createMockService(createContractWorld()))
          const flagged = await watchChecks(watch, {
            service,
            options: { only: [foundBy.toLowerCase()], fixtures: { ...contractFixtures, ...fixtures } },
          })
          return shown(flagged ? 'mutants flagged' : 'mutants not flagged')
        },
      })),
      ...variants.map((variant) => ({
        name: variant.variation,
        run: async () => {
          const flagged = await watchChecks(watch, variantService(variant))
          return shown(flagged ? 'variants flagged falsely' : 'variants left alone')
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
type Watch = PrismWatch['watch']

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

function variantService(variant: Variant): Watched {
  const { fetch, fixtures, hooks }: TargetDescription = describeVariants([variant])
  const service = createMockService(createContractWorld())
  const own = { ...describeService(service), fixtures: fixtures ?? contractFixtures, hooks: hooks ?? {} }
  return { service: { ...service, fetch: fetch ?? service.fetch }, options: { fixtures: own.fixtures, hooks: own.hooks } }
}

function shown(shows: string): CaseResult {
  return { shows, problems: [] }
}

type Fetch = (request: Request) => Promise<Response>

/** Puts Prism's validating proxy in front of a server. */
interface PrismWatch {
  /** Lets exchanges with a server pass through Prism, and returns how many answers it found to be against the document. */
  readonly watch: (server: Fetch, exchange: (fetch: Fetch) => Promise<unknown>) => Promise<number>
}

/**
 * Opens Prism's validating proxy. It reads the document anew for each server that is watched at the same time.
 */
function openPrism(): PrismWatch {
  const free: PrismWatch['watch'][] = []
  return {
    watch: async (server, exchange) => {
      const watch = free.pop() ?? (await openLane())
      const flagged = await watch(server, exchange)
      free.push(watch)
      return flagged
    },
  }
}

/** A proxy that stands in front of one server at a time. */
async function openLane(): Promise<PrismWatch['watch']> {
  let current: Fetch = () => Promise.reject(new Error('Cannot forward: there is no server yet'))
  let flagged = 0
  const proxy = await createPrismProxy({
    fetch: (request) => current(request),
    onViolation: (violation) => {
      if (isAgainstServer(violation)) flagged += 1
    },
  })
  return async (server, exchange) => {
    current = server
    flagged = 0
    await exchange(proxy.fetch)
    return flagged
  }
}

/** What is wrong with a request is the suite's own doing: it asks for refusals. */
function isAgainstServer({ direction, severity }: Violation): boolean {
  return direction === 'response' && severity === 'error'
}
