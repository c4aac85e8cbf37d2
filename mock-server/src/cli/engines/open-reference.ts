import type { ObserveExchange } from '../../core/journal/journal-entry.ts'
import type { Profile } from '../../core/profile.ts'
import type { MockSeed } from '../../core/seed.ts'
import { createMockHost, type MockHost } from '../../host/create-mock-host.ts'
import { withCurrentKeys } from '../current-keys.ts'
import { describeWorld } from '../describe-world.ts'
import { listKeys } from '../list-keys.ts'
import { openState } from '../open-state.ts'
import { openWorld } from '../open-world.ts'
import { readManifests } from '../read-manifests.ts'
import { sampleCommands } from '../sample-commands.ts'
import { tryCommands } from '../try-commands.ts'
import { watchWorld } from '../watch-world.ts'
import type { Control, Engine } from './engine.ts'

/** The options of the reference server. */
export interface ReferenceOptions {
  /** The URL at which it listens: a registry there is its own. */
  readonly ownUrl: string
  /** A world file; the sample world without one. */
  readonly file: string | undefined
  readonly profile: Partial<Profile>
  /** The file that keeps the state; none if undefined. */
  readonly state: string | undefined
  readonly control: Control
  /** Whether to reload the world file when it is edited. @default true */
  readonly watch?: boolean
  /** Called for every request. */
  readonly observe: ObserveExchange
}

/** Opens the reference server with a world file, or with the sample world. */
export async function openReference(options: ReferenceOptions): Promise<Engine & { readonly target: MockHost }> {
  const { control, file, ownUrl, profile, watch = true } = options
  const world = await openWorld(file)
  const state = await openState(options.state)
  // The seed of the edited file, for worlds that are created later.
  let latest = world.seed
  const host = createMockHost(() => latest, {
    ...state.options,
    profile: { ...world.profile, ...profile },
    ownUrl,
    control,
    observe: options.observe,
  })
  await state.follow(host.service)
  const reload = (edited: MockSeed): void => {
    host.service.reload(edited)
    latest = edited
    state.changed()
  }
  const seed = withCurrentKeys(world.seed, host.service)
  const waitingFor = new Set<string>()
  const sample = file === undefined && options.state === undefined
  const unwatch = file === undefined || !watch ? () => {} : watchWorld(file, { reload })
  return {
    target: host,
    keys: listKeys(seed),
    sizes: host.sizes,
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
