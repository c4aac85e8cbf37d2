import type { MockService } from '../core/create-mock-service.ts'
import type { Profile } from '../core/profile.ts'
import type { MockSeed } from '../core/seed.ts'
import { listen } from '../doors/http.ts'
import { createMockHost } from '../host/create-mock-host.ts'
import { describeSampleWorld } from './describe-sample-world.ts'
import { describeWorld } from './describe-world.ts'
import { openState } from './open-state.ts'
import { openWorld } from './open-world.ts'
import { watchWorld } from './watch-world.ts'

/** What is served, and where. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly profile: Partial<Profile>
  /** A world file; the sample world without one. */
  readonly file: string | undefined
  /** Where the state is kept when the process ends; nowhere without one. */
  readonly state: string | undefined
  /** Opens the control surface to whoever has it. */
  readonly token: string | undefined
  /** Lets pages of other origins call the API. */
  readonly cors: boolean
}

/** Serves the sample world until a signal ends the process. */
export async function serve({ file, profile, state: stateFile, token, ...where }: ServeOptions): Promise<void> {
  const world = await openWorld(file)
  const state = await openState(stateFile)
  const host = createMockHost(() => world.seed, {
    ...state.options,
    profile: { ...world.profile, ...profile },
    control: controlFor(where.host, token),
  })
  await state.follow(host.service)
  const server = await listen(host, where)
  const reload = (seed: MockSeed): void => {
    host.service.reload(seed)
    state.changed()
  }
  const unwatch = file === undefined ? () => {} : watchWorld(file, { reload })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`Stopped by ${signal}`)
      unwatch()
      host.service.stop()
      void server.close().then(state.close)
    })
  }
  await syncRegistries(host.service, world.seed)
  console.log(file === undefined ? describeSampleWorld(server.url) : describeWorld(server.url, world.seed))
}

/** The registries of a world are read once, so that its workflows can use their tools at once. */
async function syncRegistries(service: MockService, { workspaces = [] }: MockSeed): Promise<void> {
  for (const { id, registries = [] } of workspaces) {
    for (const { name } of registries) {
      await service
        .syncRegistry(id, name)
        .catch((error: unknown) => console.error(error instanceof Error ? error.message : error))
    }
  }
}

/** Without a token the control surface is there for this machine alone. */
function controlFor(host: string, token: string | undefined): { readonly token: string } | false | undefined {
  if (token !== undefined) return { token }
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? undefined : false
}
