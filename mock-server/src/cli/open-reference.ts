import type { MockService } from '../core/create-mock-service.ts'
import type { ObserveExchange } from '../core/journal/journal-entry.ts'
import { createMockHost, type MockHost, type MockHostOptions } from '../host/create-mock-host.ts'
import type { ProfileChoices } from '../schema/profile.ts'
import type { MockSeed } from '../schema/world.ts'
import { followState, type StateFollower } from '../state-file/follow-state.ts'
import { readStateFile } from '../state-file/read-state-file.ts'
import { describeWorld, listKeys } from './announce.ts'
import type { Control, Engine } from './engine.ts'
import { openWorld, watchWorld } from './open-world.ts'
import { readManifests } from './read-manifests.ts'
import { sampleCommands, tryCommands } from './try-commands.ts'

/** The options of the reference server. */
export interface ReferenceOptions {
  /** The URL at which it listens: a registry there is its own. */
  readonly ownUrl: string
  /** A world file; the sample world without one. */
  readonly file: string | undefined
  readonly profile: ProfileChoices
  /** The file that keeps the state; none if undefined. */
  readonly state: string | undefined
  readonly control: Control
  /** Called for every request. */
  readonly observe: ObserveExchange
}

/** Opens the reference server with a world file, or with the sample world. */
export async function openReference(options: ReferenceOptions): Promise<Engine & { readonly target: MockHost }> {
  const { control, file, observe, ownUrl, profile } = options
  const world = await openWorld(file)
  const state = await openState(options.state)
  // The seed of the edited file, for worlds that are created later.
  let latest = world.seed
  const host = createMockHost(() => latest, {
    ...state.options,
    profile: { ...world.profile, ...profile },
    ownUrl,
    control,
    observe,
  })
  await state.follow(host.service)
  function reload(edited: MockSeed): void {
    host.service.reload(edited)
    latest = edited
    state.changed()
  }
  const seed = withCurrentKeys(world.seed, host.service)
  const waitingFor = new Set<string>()
  const sample = file === undefined && options.state === undefined
  const unwatch = file === undefined ? () => {} : watchWorld(file, { reload })
  return {
    target: host,
    keys: listKeys(seed),
    ready: () => readManifests(host.service, world.seed, { waitingFor, tell: console.error, slowMs: 5000 }),
    waitingFor: () => [...waitingFor],
    describe: (url) => describeWorld(url, { seed, commands: sample ? sampleCommands(url) : tryCommands(url, seed) }),
    stop: () => {
      unwatch()
      host.service.stop()
    },
    close: state.close,
  }
}

/** A state that is kept in a file, if one is given. */
interface OpenState {
  readonly options: Pick<MockHostOptions, 'onChange' | 'readWorkflow' | 'state'>
  /** Writes the state of a service from now on. */
  readonly follow: (service: MockService) => Promise<void>
  readonly changed: () => void
  /** Writes pending changes. */
  readonly close: () => Promise<void>
}

async function openState(file: string | undefined): Promise<OpenState> {
  if (file === undefined) return { options: {}, follow: async () => {}, changed: () => {}, close: async () => {} }
  const state = await readStateFile(file)
  let follower: StateFollower | undefined
  const changed = (): void => follower?.changed()
  return {
    options: {
      onChange: changed,
      // Loaded only if a state is kept: the sandbox is large.
      readWorkflow: (await import('../world-file/read-world-file.ts')).readDescribedWorkflow,
      ...(state === undefined ? {} : { state }),
    },
    follow: async (service) => {
      follower = await followState(file, { take: service.state, report: (error) => console.error(error.message) })
    },
    changed,
    close: async () => follower?.close(),
  }
}

/** A seed with the current keys of its workflows, including random ones and those from a state. */
function withCurrentKeys(seed: MockSeed, service: Pick<MockService, 'workflowKey'>): MockSeed {
  const workspaces = (seed.workspaces ?? []).map(({ workflows = [], ...workspace }) => ({
    ...workspace,
    workflows: workflows.map((workflow) => {
      const key = service.workflowKey(workflow.flowId)
      return key === undefined ? workflow : { ...workflow, key }
    }),
  }))
  return { ...seed, workspaces }
}
