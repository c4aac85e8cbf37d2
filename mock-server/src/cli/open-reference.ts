import { readFile } from 'node:fs/promises'
import { toPrintableLine } from '@wfhost/internal/printable'
import type { MockService } from '../core/create-mock-service.ts'
import type { ObserveExchange } from '../core/journal/journal.ts'
import { defaultKeptBytes } from '../core/memory/memory.ts'
import { type FetchTarget, toFetch } from '../core/requests/web-fetch.ts'
import { forwardUnknown } from '../guard/forward-unknown.ts'
import { type MockHost, type MockHostOptions, openMockHost } from '../host/create-mock-host.ts'
import type { Assumptions } from '../schema/assumptions.ts'
import type { StoredRun } from '../schema/state.ts'
import type { MockSeed } from '../schema/world.ts'
import type { OpenState } from '../state-file/open-state.ts'
import { describeWorld, type ListedKey, listKeys } from './announce.ts'
import { openWorld, watchWorld } from './open-world.ts'
import { readManifests } from './read-manifests.ts'
import { sampleCommands, tryCommands } from './try-commands.ts'

export interface Engine {
  readonly target: FetchTarget
  /** Called when the server listens; it is announced afterwards. */
  readonly ready: () => Promise<void>
  /** What `ready` waits for, if known. */
  readonly waitingFor?: () => readonly string[]
  /** Why it should get no requests although it has begun, if something is wrong. */
  readonly trouble?: () => string | undefined
  /** Whether it has the page that shows a world. */
  readonly inspector?: boolean
  readonly describe: (url: string) => string
  /** The keys of the world at `/`, if known. */
  readonly keys?: readonly ListedKey[]
  /** Stops background activity. Called after the requests in progress have been answered. */
  readonly stop: () => void
  readonly close: () => Promise<void>
}

/** Who may use the control surface: nobody, this machine, or clients with the token. */
export type Control = { readonly token: string } | false | undefined

export interface ReferenceOptions {
  /** The URL at which it listens: a registry there is its own. */
  readonly ownUrl: string
  /** A world file; the sample world without one. */
  readonly file: string | undefined
  readonly assumptions: Partial<Assumptions>
  /** The URL of the server that gets what the world does not have; none if undefined. */
  readonly forward: string | undefined
  /** The file that keeps the state; none if undefined. */
  readonly state: string | undefined
  /** How many bytes each world may remember. */
  readonly keptBytes?: number | undefined
  /** Where clients reach the server through a proxy. */
  readonly publicUrl?: string | undefined
  /** Whether the headers of a proxy say so. */
  readonly trustProxy?: boolean | undefined
  readonly control: Control
  readonly observe: ObserveExchange
  readonly observeRun: (run: StoredRun) => void
}

export async function openReference(options: ReferenceOptions): Promise<Engine & { readonly target: MockHost }> {
  const {
    control,
    file,
    forward,
    keptBytes = defaultKeptBytes,
    observe,
    observeRun,
    ownUrl,
    assumptions,
    publicUrl,
    trustProxy = false,
  } = options
  const world = await openWorld(file)
  const state = await openState(options.state)
  // The seed of the edited file, for worlds that are created later.
  let latest = world.seed
  const host = openMockHost(() => latest, {
    ...(state === undefined ? {} : await resumed(state)),
    assumptions: { ...world.assumptions, ...assumptions },
    keptBytes,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    trustProxy,
    ownUrl,
    control,
    observe,
    ...(file === undefined ? {} : { worldFile: async () => ({ name: file, text: await readFile(file, 'utf8') }) }),
    observeRun,
  })
  await state?.follow(host.service.state)
  function reload(edited: MockSeed): void {
    const before = new Set(keysOf(latest).map(({ key }) => key))
    host.service.reload(edited)
    latest = edited
    state?.changed()
    for (const { key, name } of keysOf(edited)) if (!before.has(key)) console.log(`  ${toPrintableLine(name)}  ${key}`)
  }
  const seed = withCurrentKeys(world.seed, host.service)
  const keysOf = (current: MockSeed) => listKeys(withCurrentKeys(current, host.service))
  const waitingFor = new Set<string>()
  const sample = file === undefined && options.state === undefined
  const unwatch = file === undefined ? () => {} : watchWorld(file, { reload })
  return {
    target: forward === undefined ? host : { ...host, fetch: toFetch(forwardUnknown(host, forward)) },
    inspector: true,
    keys: listKeys(seed),
    ready: () =>
      readManifests(host.service, world.seed, { waitingFor, tell: (line) => console.error(toPrintableLine(line)), slowMs: 5000 }),
    waitingFor: () => [...waitingFor],
    trouble: () => state?.trouble(),
    describe: (url) => {
      const described = describeWorld(url, { seed, commands: sample ? sampleCommands(url) : tryCommands(url, seed) })
      return forward === undefined ? described : `${described}\nWhat this world does not have passes to ${forward}.\n`
    },
    stop: () => {
      unwatch()
      host.service.stop()
    },
    close: async () => state?.close(),
  }
}

async function openState(file: string | undefined): Promise<OpenState | undefined> {
  if (file === undefined) return undefined
  // Loaded only if a state is kept, as the sandbox below, which is large.
  const { openState: open } = await import('../state-file/open-state.ts')
  return open(file, (error) => console.error(toPrintableLine(error.message)))
}

async function resumed({ changed, state }: OpenState): Promise<Pick<MockHostOptions, 'onChange' | 'readWorkflow' | 'state'>> {
  const { readDescribedWorkflow } = await import('../world-file/read-world-file.ts')
  return { onChange: changed, readWorkflow: readDescribedWorkflow, ...(state === undefined ? {} : { state }) }
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
