import { createMockService, type MockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { setupServer } from 'msw/node'
import { contractFixtures, createContractWorld, localSettleMs } from '../proof/contract-world.ts'
import { createLocalHooks, waitOn } from '../proof/local-hooks.ts'
import { createTarget } from '../src/target/create-target.ts'
import type { Target, TargetFixtures } from '../src/target/target.ts'

export interface LocalTarget {
  readonly target: Target
  readonly close: () => Promise<void>
}

/** The ways to reach the reference server. */
export const localTargets = ['core', 'MSW', 'HTTP'] as const

interface LocalTargetOptions {
  /** @default the fixtures of the contract world */
  readonly fixtures?: Partial<TargetFixtures>
  readonly mutate?: (service: MockService) => MockService
}

/** Opens a target with a fresh world; `mutate` may put a defect in front of it. */
export async function openLocalTarget(
  name: (typeof localTargets)[number],
  { fixtures = contractFixtures, mutate = (service) => service }: LocalTargetOptions = {},
): Promise<LocalTarget> {
  const service = mutate(createMockService(createContractWorld()))
  const { baseUrl, close, fetch } = await open(name, service)
  const target = createTarget({
    name,
    baseUrl,
    settleMs: localSettleMs,
    fixtures,
    hooks: createLocalHooks(service),
    wait: waitOn(service),
    ...(fetch === undefined ? {} : { fetch }),
  })
  return { target, close }
}

interface Opened {
  readonly baseUrl: string
  readonly close: () => Promise<void>
  readonly fetch?: (request: Request) => Promise<Response>
}

async function open(name: (typeof localTargets)[number], service: MockService): Promise<Opened> {
  const baseUrl = 'http://workflows.test'
  if (name === 'core') return { baseUrl, fetch: service.fetch, close: async () => {} }
  if (name === 'MSW') {
    const network = setupServer(createMswHandler(service, { baseUrl }))
    network.listen()
    return { baseUrl, close: async () => network.close() }
  }
  const server = await listen(service)
  return { baseUrl: server.url, close: server.close }
}
