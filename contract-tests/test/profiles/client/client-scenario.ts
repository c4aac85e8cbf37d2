import { createManualClock, createMockService, defaultProfile, type MockService, type Profile } from '@wfhost/mock-server'
import {
  type Clock,
  createRegistryClient,
  createWorkflowClient,
  type RegistryClient,
  type RegistryClientOptions,
  type WorkflowClient,
} from '@wfhost/sdk'
import { contractFixtures, createContractWorld } from '../../../proof/contract-world.ts'

/** What a client is used for, on a service of its own. */
export interface ClientScenario {
  readonly name: string
  /** Throws where the client does not do what it documents. */
  readonly play: (stage: Stage) => Promise<void>
}

/** A service with a profile, and clients of it that live by its clock. */
export interface Stage {
  readonly profile: Profile
  readonly service: MockService
  /** The client with the key of a workflow of the contract world, or with another one. */
  readonly workflows: (key: string) => WorkflowClient
  readonly registry: (options: Pick<RegistryClientOptions, 'apiKey' | 'session'>) => RegistryClient
  /** Sends a request of one's own. */
  readonly fetch: (request: Request) => Promise<Response>
  /** How many requests the service was sent. */
  readonly requests: () => number
  /** Lets time pass until something has settled. */
  readonly elapse: <T>(settling: Promise<T>) => Promise<T>
}

export const origin = 'http://workflows.test'

/** A workflow that takes longer than every limit of a profile. */
export const endlessFlow = { flowId: 'endless', key: 'key-endless' } as const

const endlessMs = 31_000

/** Opens a fresh service with a profile; the requests go to it, or to what `reach` makes of it. */
export function openStage(profile: Partial<Profile>, reach = ({ fetch }: MockService) => fetch): Stage {
  const clock = createManualClock()
  const service = createMockService(createContractWorld(), { profile, clock })
  service.addWorkflow('support', {
    ...endlessFlow,
    published: true,
    implementation: async (_args, { sleep }) => {
      await sleep(endlessMs)
      return 'at last'
    },
  })
  let requests = 0
  const send = reach(service)
  const fetch = (request: Request): Promise<Response> => {
    requests += 1
    return send(request)
  }
  const options = { fetch, clock: clientClock(clock), random: () => 0 }
  return {
    profile: { ...defaultProfile, ...profile },
    service,
    fetch,
    workflows: (apiKey) => createWorkflowClient({ baseUrl: origin, apiKey, ...options }),
    registry: (credentials) => createRegistryClient({ registryUrl: origin, ...credentials, ...options }),
    requests: () => requests,
    elapse: async (settling) => {
      let settled = false
      const settle = (): void => {
        settled = true
      }
      settling.then(settle, settle)
      while (!settled) await clock.advance(1000)
      return settling
    },
  }
}

/** The keys by flowId, as the contract world has them. */
export function keyOf(fixture: 'echo' | 'typed' | 'failing' | 'slow' | 'archived' | 'otherWorkspace'): string {
  return contractFixtures[fixture].key
}

function clientClock(clock: ReturnType<typeof createManualClock>): Clock {
  return {
    now: () => clock.now(),
    after: (milliseconds, callback) => {
      const cancelled = new AbortController()
      clock.sleep(milliseconds, cancelled.signal).then(callback, () => {})
      return () => cancelled.abort()
    },
  }
}
