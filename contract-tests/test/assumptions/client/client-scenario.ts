import { type Assumptions, createManualClock, createMockService, type MockService } from '@wfhost/mock-server'
import {
  createRegistryClient,
  createWorkflowClient,
  type RegistryClient,
  type RegistryClientOptions,
  type WorkflowClient,
} from '@wfhost/sdk'
import { defaultAssumptions } from '../../../../tools/scripts/assumptions.ts'
import { contractFixtures, createContractWorld } from '../../../proof/contract-world.ts'

export interface ClientScenario {
  readonly name: string
  /**
   * Throws if the client does not behave as documented. May return a function that verifies the state of the service
   * afterwards. It is not called if the responses came from a recording.
   */
  readonly play: ((stage: Stage) => Promise<void>) | ((stage: Stage) => Promise<(service: MockService) => void>)
}

/** The arrangements that a scenario can make. It sees the service only through the API. */
type Arrangements = 'addWorkflow' | 'clock' | 'publishWorkflow' | 'regenerateKey' | 'registries' | 'setCredits' | 'setRateLimit'

/** A service with assumptions, and clients that use its clock. */
export interface Stage {
  readonly assumptions: Assumptions
  readonly service: Pick<MockService, Arrangements>
  /** Creates a client with the key of a workflow, or with any other key. */
  readonly workflows: (key: string) => WorkflowClient
  readonly registry: (options: Pick<RegistryClientOptions, 'apiKey' | 'session'>) => RegistryClient
  /** Sends a request without a client. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly requests: () => number
  /** Advances the clock until the promise has settled. */
  readonly elapse: <T>(settling: Promise<T>) => Promise<T>
}

export const origin = 'http://workflows.test'

/** A workflow that takes longer than every limit that an assumption sets. */
export const endlessFlow = { flowId: 'endless', key: 'key-endless' } as const

const endlessMs = 31_000

/** Plays a scenario on a fresh service with assumptions, and verifies the state afterwards. */
export async function playOnService({ play }: ClientScenario, assumptions: Partial<Assumptions>): Promise<void> {
  const service = openService(assumptions)
  const expectState = await play(openStage(service, assumptions))
  expectState?.(service)
}

/** A fresh service with assumptions, whose clock moves only when it is advanced. */
export function openService(assumptions: Partial<Assumptions>, clock = createManualClock()): MockService {
  const service = createMockService(createContractWorld(), { assumptions, clock })
  service.addWorkflow('support', {
    ...endlessFlow,
    published: true,
    implementation: async (_args, { sleep }) => {
      await sleep(endlessMs)
      return 'at last'
    },
  })
  return service
}

/** The connection of a stage to a service or a recording. */
export interface Network {
  readonly fetch: (request: Request) => Promise<Response>
  /** Whether a request or a response is in progress. Meanwhile, the clock must not move. */
  readonly isBusy?: () => boolean
}

/** Opens a stage on a service. The responses may come from a recording of it. */
export function openStage(service: MockService, assumptions: Partial<Assumptions>, network: Network = service): Stage {
  const { clock } = service
  const { isBusy = () => false } = network
  // A client needs some turns of the event loop between a response and its next request.
  const quietTurns = network.isBusy === undefined ? 0 : 5
  let requests = 0
  const fetch = (request: Request): Promise<Response> => {
    requests += 1
    return network.fetch(request)
  }
  const options = { fetch, clock: clock, random: () => 0 }
  return {
    assumptions: { ...defaultAssumptions, ...assumptions },
    service,
    fetch,
    workflows: (apiKey) => createWorkflowClient({ baseUrl: origin, apiKey, ...options }),
    registry: (credentials) => createRegistryClient({ baseUrl: origin, ...credentials, ...options }),
    requests: () => requests,
    elapse: async (settling) => {
      let settled = false
      const settle = (): void => {
        settled = true
      }
      settling.then(settle, settle)
      for (let quiet = 0; !settled; quiet += 1) {
        if (isBusy()) quiet = 0
        await service.clock.advance(quiet < quietTurns ? 0 : 1000)
      }
      return settling
    },
  }
}

/** The keys by flowId, as the contract world has them. */
export function keyOf(fixture: 'echo' | 'typed' | 'failing' | 'slow' | 'archived' | 'otherWorkspace'): string {
  return contractFixtures[fixture].key
}
