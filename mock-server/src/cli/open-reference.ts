import { readFile } from 'node:fs/promises'
import { toPrintable, toPrintableLine } from '@wfhost/internal/printable'
import type { MockService } from '../core/create-mock-service.ts'
import type { OnExchange } from '../core/journal/journal.ts'
import { type FetchTarget, toFetch } from '../core/requests/web-fetch.ts'
import { forwardUnknown } from '../guard/forward-unknown.ts'
import { type InternalHostOptions, type MockHost, openMockHost } from '../host/create-mock-host.ts'
import type { Assumptions, SomeAssumptions } from '../schema/assumptions.ts'
import { mergeAssumptions } from '../schema/assumptions.ts'
import type { MockState, StoredRun } from '../schema/state.ts'
import type { MockSeed } from '../schema/world.ts'
import type { Paint } from '../serve/terminal-look.ts'
import type { StateFile } from '../state-file/open-state.ts'
import { describeWorld, listKeys, type NamedKey, summarizeWorld } from './announce.ts'
import { readManifests } from './read-manifests.ts'
import { nameOfFile, STANDARD_INPUT } from './read-text-file.ts'
import { sampleCommands, tryCommands } from './try-commands.ts'
import { openWorld, watchWorld } from './world/open-world.ts'
import { readSampleWorld, sampleWorldFile } from './world/read-sample-world.ts'
import { readFileVersion } from './world/watch-file.ts'

// A registry that takes longer to send its manifest is reported, so that people see why the server is not ready.
const slowManifestMs = 5000

/**
 * Handles the requests that a server of the command line receives. There are three kinds: the reference server, a guard that
 * compares the exchanges of another server with the API document, and a recording that is replayed.
 */
export interface Backend {
  readonly target: FetchTarget
  /** Called once the server listens. Resolves when requests can be served: the manifests of the registries have been read. */
  readonly ready: () => Promise<void>
  /** Names the registries whose manifests `ready` still waits for, if known. */
  readonly getPendingRegistries?: () => readonly string[]
  /** Why the started server should get no requests; undefined if it works. */
  readonly getProblem?: () => string | undefined
  /** Whether the server has the inspector. */
  readonly hasInspector?: boolean
  /** A summary of the world that the server serves. */
  readonly world?: string
  /** Describes what the server serves: its keys, and commands to try it. */
  readonly describe: (url: string, paint: Paint) => string
  /** The keys of the world at `/`, if known. */
  readonly keys?: readonly NamedKey[]
  /** Stops background activity. Called after the requests in progress have ended. */
  readonly stop: () => void
  readonly close: () => Promise<void>
}

/** Access to the control surface: closed, only this machine, or only clients with the token. */
export type ControlAccess = { readonly token: string } | false | undefined

export interface ReferenceBackendOptions {
  /** The URL at which the server listens. A registry at this URL is the server itself. */
  readonly ownUrl: string
  /** A world file; the sample world without one. */
  readonly worldFile: string | undefined
  readonly assumptions: SomeAssumptions
  /** The URL of the server that gets what the world does not have; none if undefined. */
  readonly upstreamUrl: string | undefined
  /** The file that keeps the state; none if undefined. */
  readonly state: string | undefined
  /** How many bytes each world may remember. */
  readonly maxBytes?: number | undefined
  /** Where clients reach the server through a proxy. */
  readonly publicUrl?: string | undefined
  /** Whether the headers of a proxy say so. */
  readonly trustProxy?: boolean | undefined
  readonly controlAccess: ControlAccess
  readonly onExchange: OnExchange
  readonly onRunEnd: (run: StoredRun) => void
}

export type ReferenceBackend = Backend & { readonly target: MockHost }

/**
 * Opens the reference server, our implementation of the API, for a command such as `wfhost-mock serve --world world.yaml`. The
 * returned backend handles requests, but does not listen. The caller listens, calls `ready`, and prints the text of `describe`.
 *
 * The seed describes the world at its start. It comes from the world file, or else from the sample world. With a state file, the
 * world continues where an earlier process ended. The host serves several worlds, and a service is the API of one world.
 */
export async function openReferenceBackend(options: ReferenceBackendOptions): Promise<ReferenceBackend> {
  const { worldFile, upstreamUrl } = options
  // The version is read before the file, so that an edit during the start counts as a change.
  const initialVersion = worldFile === undefined ? '' : await readFileVersion(worldFile)
  const { assumptions, seed: firstSeed } = await openWorld(worldFile)
  const stateFile = await openGivenStateFile(options.state)

  // The host serves the world at `/`, and further worlds that clients create. They start from the latest version of the file.
  let latestSeed = firstSeed
  const host = openMockHost(() => latestSeed, await createHostOptions(options, assumptions, stateFile))
  // The service of the world at `/`.
  const { service } = host

  // Writing begins before the world file is watched, so that the state file gets each edit.
  await stateFile?.startWriting(service.state)
  function reload(editedSeed: MockSeed): void {
    reloadService(service, latestSeed, editedSeed)
    latestSeed = editedSeed
    stateFile?.scheduleWrite()
  }
  const stopWatching = isWatchable(worldFile) ? watchWorld(worldFile, { initialVersion, reload }) : () => {}

  const { ready, getPendingRegistries } = createReadiness(firstSeed, service)
  return {
    target: upstreamUrl === undefined ? host : withForwarding(host, upstreamUrl),
    hasInspector: true,
    keys: listCurrentKeys(firstSeed, service),
    world: describeSource(worldFile, firstSeed),
    // The Vite plugin prints this again at each restart, so it describes the latest version of the file.
    describe: (url, paint) => describeReference(url, { seed: describeCurrentWorld(latestSeed, service), options, paint }),

    ready,
    getPendingRegistries,
    getProblem: () => stateFile?.getProblem(),
    stop: () => {
      stopWatching()
      service.stop()
    },
    close: async () => stateFile?.close(),
  }
}

/** Reloads a service after an edit of its world file, and prints the keys that the edit has added. */
function reloadService(service: MockService, latestSeed: MockSeed, editedSeed: MockSeed): void {
  const keysBefore = listCurrentKeys(latestSeed, service)
  service.reload(editedSeed)
  printNewKeys(keysBefore, listCurrentKeys(editedSeed, service))
}

/** Creates the members of the backend that read the manifests of the tool registries when the server starts. */
function createReadiness(seed: MockSeed, service: MockService): Required<Pick<Backend, 'ready' | 'getPendingRegistries'>> {
  // `readManifests` adds the names of the registries, and removes each name when the manifest has been read.
  const pendingRegistries = new Set<string>()
  return {
    ready: () => readManifests(service, seed, { pendingRegistries, report: printError, warnAfterMs: slowManifestMs }),
    getPendingRegistries: () => [...pendingRegistries],
  }
}

/** Whether a world comes from a file that can be edited, and not from the sample world or from standard input. */
function isWatchable(file: string | undefined): file is string {
  return file !== undefined && file !== STANDARD_INPUT
}

/** Returns a host that forwards the requests for which its world has nothing. */
function withForwarding(host: ReturnType<typeof openMockHost>, upstream: string): MockHost {
  const handler = forwardUnknown(host, upstream)
  return { ...host, fetch: toFetch(handler) }
}

interface DescribedReference {
  readonly seed: MockSeed
  readonly options: ReferenceBackendOptions
  readonly paint: Paint
}

/** Describes the server for the terminal: its world, commands to try and, if there is one, the server behind it. */
function describeReference(url: string, { options, paint, seed }: DescribedReference): string {
  const { worldFile, upstreamUrl, state } = options
  const isSampleWorld = worldFile === undefined && state === undefined
  const commands = isSampleWorld ? sampleCommands(url) : tryCommands(url, seed)

  const description = describeWorld({ seed, commands, paint })
  if (upstreamUrl === undefined) return description
  return `${description}\n\n${toPrintable(`Requests that this world does not have pass to ${upstreamUrl}.`)}`
}

/** Describes where a world comes from and what it has. */
function describeSource(file: string | undefined, seed: MockSeed): string {
  const content = summarizeWorld(seed)
  if (file === undefined) return `the sample world, ${content}`
  if (file === STANDARD_INPUT) return `${nameOfFile(file)}, ${content}`
  return toPrintableLine(`${file}, ${content}; read again when it changes`)
}

function printError(line: string): void {
  console.error(toPrintableLine(line))
}

/**
 * Combines the command line, the world file and the state file into the options of the host. The assumptions of the command line
 * replace those of the world file.
 */
async function createHostOptions(
  options: ReferenceBackendOptions,
  fileAssumptions: Partial<Assumptions>,
  stateFile: StateFile | undefined,
): Promise<InternalHostOptions> {
  const stateFileOptions = stateFile === undefined ? {} : await createStateFileOptions(stateFile)
  const readWorldFile = () => readFileForInspector(options.worldFile)

  return {
    ...stateFileOptions,
    assumptions: mergeAssumptions(fileAssumptions, options.assumptions),
    maxBytes: options.maxBytes,
    control: options.controlAccess,
    worldFile: readWorldFile,

    // The server listens at `ownUrl`. If a proxy is in front of the server, clients use `publicUrl`.
    ownUrl: options.ownUrl,
    publicUrl: options.publicUrl,
    trustProxy: options.trustProxy,

    onExchange: options.onExchange,
    onRunEnd: options.onRunEnd,
  }
}

/** Reads the world file for the inspector. The sample world is code, and a file of the package says the same as data. */
async function readFileForInspector(file: string | undefined): Promise<{ readonly name: string; readonly text: string }> {
  if (file !== undefined) return { name: file, text: await readFile(file, 'utf8') }
  return { name: sampleWorldFile, text: await readSampleWorld() }
}

async function createStateFileOptions({ scheduleWrite, state }: StateFile): Promise<InternalHostOptions> {
  // Loaded on demand, because the sandbox of expressions is large.
  const { readDescribedWorkflow } = await import('../world-file/read-world-file.ts')
  return { onChange: scheduleWrite, readWorkflow: readDescribedWorkflow, state }
}

async function openGivenStateFile(file: string | undefined): Promise<StateFile | undefined> {
  if (file === undefined) return undefined
  const { openStateFile } = await import('../state-file/open-state.ts')
  return openStateFile(file, (error) => printError(error.message))
}

function listCurrentKeys(seed: MockSeed, service: MockService): readonly NamedKey[] {
  return listKeys(addCurrentKeys(seed, service))
}

/** Prints the keys that an edit of the world file has added. */
function printNewKeys(before: readonly NamedKey[], after: readonly NamedKey[]): void {
  const keysBefore = new Set(before.map(({ key }) => key))
  for (const { key, name } of after) {
    if (!keysBefore.has(key)) console.log(`  ${toPrintableLine(name)}  ${key}`)
  }
}

/**
 * Adds the current keys of workflows to a seed, so that the terminal can show them. A key that the world file does not have is
 * random, or comes from the state file.
 */
function addCurrentKeys(seed: MockSeed, service: Pick<MockService, 'workflowKey'>): MockSeed {
  const workspaces = (seed.workspaces ?? []).map(({ workflows = [], ...workspace }) => ({
    ...workspace,
    workflows: workflows.map((workflow) => {
      const key = service.workflowKey(workflow.flowId)
      return key === undefined ? workflow : { ...workflow, key }
    }),
  }))
  return { ...seed, workspaces }
}

/** Returns a seed with the current keys, and with what a state file has changed: the published workflows and tool sets. */
function describeCurrentWorld(seed: MockSeed, service: Pick<MockService, 'state' | 'workflowKey'>): MockSeed {
  const state = service.state()
  const { organizations = [], workspaces = [] } = addCurrentKeys(seed, service)

  return {
    ...seed,
    workspaces: workspaces.map((workspace) => withCurrentStatuses(workspace, state)),
    organizations: organizations.map((organization) => withPublishedVersions(organization, state)),
  }
}

type SeedOf<Name extends 'workspaces' | 'organizations'> = NonNullable<MockSeed[Name]>[number]

/** Returns a workspace whose workflows are published and archived as in the state. */
function withCurrentStatuses(workspace: SeedOf<'workspaces'>, state: MockState): SeedOf<'workspaces'> {
  const statuses = new Map(state.workflows.map(({ flowId, status }) => [flowId, status]))

  const workflows = (workspace.workflows ?? []).map((workflow) => {
    const status = statuses.get(workflow.flowId)
    return { ...workflow, archived: status === 'archived', published: status === 'published' }
  })
  return { ...workspace, workflows }
}

/** Returns an organization whose tool sets have the versions that are published in the state. */
function withPublishedVersions(organization: SeedOf<'organizations'>, state: MockState): SeedOf<'organizations'> {
  const publications = state.organizations.find(({ id }) => id === organization.id)?.published ?? []

  const toolsets = (organization.toolsets ?? []).map((toolset) => {
    const publicationsOfToolset = publications.filter((publication) => publication.toolset === toolset.id)
    const versions = publicationsOfToolset.map(({ environment, version }) => [environment, version])
    return { ...toolset, published: Object.fromEntries(versions) }
  })
  return { ...organization, toolsets }
}
