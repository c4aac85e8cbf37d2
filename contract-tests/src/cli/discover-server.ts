import type { OperationId } from '@wfhost/openapi'
import { describeForeignResponse } from '../engine/recording/foreign-response.ts'
import { operationUrl } from '../requests.ts'
import { createTarget } from '../target/create-target.ts'
import type { Exchange } from '../target/exchange.ts'
import type { DeclaredFixtures, Target } from '../target/target.ts'
import { findManifestPointers, listTools } from './manifest-pointers.ts'
import { fixtureExamples, flowIdOf } from './render-config.ts'

/** The server to ask, and the environment that may have keys of it. */
export interface ServerToProbe {
  readonly baseUrl: string
  /** @default the base URL */
  readonly registryUrl?: string | undefined
  readonly product: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** The parts of a configuration that can be discovered from a server. */
export interface Discovery {
  /** Sentences about the discovered services and fixtures, and about missing ones. */
  readonly notes: readonly string[]
  /** The fixtures that the server has. Keys are variables of the environment. */
  readonly fixtures: Partial<DeclaredFixtures>
}

/** Combines the discoveries of several parts of a server. */
function mergeDiscoveries(discoveries: readonly Discovery[]): Discovery {
  const fixtures: Partial<DeclaredFixtures> = {}
  for (const discovery of discoveries) Object.assign(fixtures, discovery.fixtures)
  return { notes: discoveries.flatMap(({ notes }) => notes), fixtures }
}

/** The time limit of one request, in milliseconds. It is short, because a person waits for the result. */
const TIMEOUT_MS = 3000

/**
 * Discovers whether a server has both services, which workflows the keys of the environment belong to, and which tool
 * sets the manifests list. No request has an effect: requests to run a workflow have a malformed body.
 */
export async function discoverServer(server: ServerToProbe): Promise<Discovery> {
  const { baseUrl, fetch, product, registryUrl } = server
  const target = createTarget({ name: baseUrl, baseUrl, registryUrl, product, fetch, timeoutMs: TIMEOUT_MS })

  const parameters = { flowId: 'wfhost-conformance-init' }
  const result = await probe(target, { operationId: 'runPublishedWorkflow', parameters })
  if (result.kind === 'no-response') return { notes: [`${baseUrl} did not respond: ${result.reason}.`], fixtures: {} }

  const foreignResponse = describeForeignResponse(result.exchange, 'baseUrl')
  if (foreignResponse !== undefined) return { notes: [`${foreignResponse}.`], fixtures: {} }

  return mergeDiscoveries([
    { notes: [`The workflow service responds at ${baseUrl}.`], fixtures: {} },
    await discoverWorkflows(target, server.environment),
    await discoverRegistry(target, server),
  ])
}

interface Probe {
  readonly operationId: OperationId
  readonly parameters?: Readonly<Record<string, string>>
  readonly key?: string | undefined
}

type ProbeResult =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'no-response'; readonly reason: string }

/** Sends a request that cannot have an effect: it reads, or its body is malformed. */
async function probe(target: Target, { key, operationId, parameters }: Probe): Promise<ProbeResult> {
  const isRun = operationId === 'runPublishedWorkflow'
  const url = operationUrl(target, operationId, parameters)
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  if (isRun) headers['content-type'] = 'application/json'

  try {
    const method = isRun ? 'POST' : 'GET'
    // A malformed body is refused before anything runs (RUN-MALFORMED).
    return { kind: 'exchange', exchange: await target.send({ operationId, method, url, headers, body: isRun ? '{' : undefined }) }
  } catch (error) {
    return { kind: 'no-response', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The fixtures of a configuration that are a workflow with a key of its own. */
const workflowFixtures = ['echo', 'typed', 'failing', 'slow', 'secondWorkflow', 'otherWorkspace', 'archived'] as const

/** The fixtures that consist of a flowId and a key. The other ones also need values that only the user knows. */
const fixturesUsableAsFound: ReadonlySet<string> = new Set<keyof DeclaredFixtures>([
  'echo',
  'secondWorkflow',
  'otherWorkspace',
  'archived',
])

/** Describes the place at which the user has to fill in values of a fixture, such as the names of its steps. */
function describeValuesToFillIn(name: (typeof workflowFixtures)[number]): string {
  const place = name === 'echo' ? 'fixtures.echo.parameters' : `fixtures.${name}`
  return `Fill in ${place}, which is a comment in the file: init runs nothing, so it cannot test its values.`
}

/**
 * Finds out which workflow fixtures the server has. Sends each workflow a malformed run with its key from the environment,
 * which the server refuses before anything runs. The status of the refusal shows whether the workflow accepts the key.
 */
async function discoverWorkflows(target: Target, environment: ServerToProbe['environment']): Promise<Discovery> {
  const discoveries: Discovery[] = []
  for (const name of workflowFixtures) discoveries.push(await discoverWorkflow(target, name, environment))

  const discovery = mergeDiscoveries(discoveries)
  if (discovery.notes.length > 0) return discovery
  return createDiscoveryWithNote(`No workflow was tried: set ${variableNameOf(fixtureExamples.echo.key)} to its key.`)
}

type WorkflowFixtureName = (typeof workflowFixtures)[number]

/**
 * Finds out whether the server has the workflow of a fixture, such as `slow`, if a variable of the environment has its key. Sends
 * a malformed run, because a server refuses it without running the workflow.
 *
 * @returns a note for the user, and the fixture if a flowId and a key are all that it needs
 */
async function discoverWorkflow(
  target: Target,
  name: WorkflowFixtureName,
  environment: ServerToProbe['environment'],
): Promise<Discovery> {
  // The key of an example is the name of a variable, such as `${SLOW_KEY}`.
  const example = fixtureExamples[name]
  const namedKey = readKey(example.key, environment)
  if (namedKey === undefined) return { notes: [], fixtures: {} }

  const { key, keyVariable } = namedKey
  const flowId = flowIdOf(example) ?? name
  const status = await sendMalformedRun(target, flowId, key)
  const isAccepted = status === statusForAcceptedKey(name)
  const note = describeWorkflow({ flowId, keyVariable, status, isAccepted })
  if (!isAccepted) return createDiscoveryWithNote(note)

  // The discovery cannot find out other values than the flowId and the key, such as the names of steps.
  const isUsableAsFound = fixturesUsableAsFound.has(name)
  if (!isUsableAsFound) return { notes: [note, describeValuesToFillIn(name)], fixtures: {} }

  // The parameters of the echo workflow are optional, but many checks need them.
  const notes = name === 'echo' ? [note, describeValuesToFillIn(name)] : [note]
  return { notes, fixtures: { [name]: example } }
}

/** Sends a run whose body is malformed, and returns the status of the response; undefined without a response. */
async function sendMalformedRun(target: Target, flowId: string, key: string): Promise<number | undefined> {
  // `probe` sends a malformed body with each request that has a body.
  const result = await probe(target, { operationId: 'runPublishedWorkflow', parameters: { flowId }, key })
  return result.kind === 'exchange' ? result.exchange.status : undefined
}

/**
 * Returns the status that shows that a workflow accepts a key. It refuses the malformed body with 400. An archived workflow
 * responds with 404 instead. A server without the workflow also responds with 404, so the user may have to remove this fixture.
 */
function statusForAcceptedKey(name: WorkflowFixtureName): number {
  return name === 'archived' ? 404 : 400
}

interface TriedWorkflow {
  readonly flowId: string
  /** The name of the variable that has the key. */
  readonly keyVariable: string
  readonly status: number | undefined
  readonly isAccepted: boolean
}

function describeWorkflow({ flowId, isAccepted, keyVariable, status }: TriedWorkflow): string {
  if (isAccepted) return `Workflow ${flowId} accepts ${keyVariable}.`
  if (status === 401) return `Workflow ${flowId} refuses ${keyVariable} with 401: it is not a key of this server.`
  if (status === 403) return `Workflow ${flowId} refuses ${keyVariable} with 403: it is the key of another workflow.`
  if (status === 404)
    return `There is a key in ${keyVariable}, and the server has no published workflow ${flowId}: correct the flowId.`
  return `Workflow ${flowId} responded to ${keyVariable} with ${status ?? 'nothing'}, so it is left out.`
}

/** The fixtures of a configuration that are a key of the registry and the tool sets that its manifest lists. */
const manifestFixtures = ['registry', 'otherEnvironment', 'otherOrganization'] as const

/**
 * Finds out whether the server has a tool registry, and reads the manifest of each registry key for which a variable of the
 * environment is set. A manifest is the list of the tool sets that are published for a key.
 *
 * The product is a segment of the paths of a registry: `wfhost` in `/v1/public/wfhost/manifest`.
 */
async function discoverRegistry(
  target: Target,
  { environment, product, registryUrl, baseUrl }: ServerToProbe,
): Promise<Discovery> {
  const address = registryUrl ?? baseUrl

  // This request has no key, and a registry refuses it with 401. A server with any other status is not a registry.
  const result = await probe(target, { operationId: 'getPublicManifest', key: undefined })
  const isRegistry = result.kind === 'exchange' && result.exchange.status === 401
  if (!isRegistry) {
    const remedy = 'Correct registryUrl, or product, which is a segment of the paths of the registry'
    return createDiscoveryWithNote(`No tool registry responds at ${address} with product ${product}. ${remedy}.`)
  }

  const location = address === baseUrl ? 'at the same address' : `at ${address}`
  const discoveries: Discovery[] = [createDiscoveryWithNote(`The tool registry responds ${location}, with product ${product}.`)]

  // Each of these fixtures is a key that has a manifest.
  for (const fixtureName of manifestFixtures) discoveries.push(await discoverManifest(target, { fixtureName, environment }))

  // The last fixture is a key for which nothing is published. The registry refuses it with 400.
  discoveries.push(await discoverKeyWithoutPublication(target, environment))

  return mergeDiscoveries(discoveries)
}

interface ManifestQuery {
  /** The fixture whose key reads the manifest. */
  readonly fixtureName: (typeof manifestFixtures)[number]
  readonly environment: ServerToProbe['environment']
}

/**
 * Reads the manifest of a key, if a variable of the environment has this key. A manifest is the list of the tool sets that are
 * published for a key. Returns the listed tools as a fixture, and a note for the user.
 */
async function discoverManifest(target: Target, { environment, fixtureName }: ManifestQuery): Promise<Discovery> {
  // A placeholder such as `${HOST_KEY}`, which names the variable. The new configuration has it too, because a file should
  // contain no key.
  const keyPlaceholder = fixtureExamples[fixtureName].key
  const namedKey = readKey(keyPlaceholder, environment)
  if (namedKey === undefined) return { notes: [], fixtures: {} }

  const { key, keyVariable } = namedKey
  const result = await probe(target, { operationId: 'getPublicManifest', key })
  if (result.kind === 'no-response') {
    return createDiscoveryWithNote(`The manifest for ${keyVariable} was not read: ${result.reason}.`)
  }

  const { body, status } = result.exchange
  if (status !== 200) {
    return createDiscoveryWithNote(`The manifest for ${keyVariable} has status ${status}, so ${fixtureName} is left out.`)
  }

  // No document states the form of a manifest. These JSON pointers lead to its tool sets, such as `/toolsets/*`, and their tools.
  const manifestPointers = findManifestPointers(body)
  if (manifestPointers === undefined) {
    return createDiscoveryWithNote(`The manifest for ${keyVariable} has no list of tool sets that could be recognized.`)
  }

  const listedTools = listTools(body, manifestPointers)
  const toolsetNames = [...new Set(listedTools.map(({ toolset }) => toolset))].join(', ')
  return {
    notes: [`The manifest for ${keyVariable} lists ${toolsetNames}.`],
    // A manifest does not show which tool sets it must not list. The user adds their names to `notListed`.
    fixtures: { [fixtureName]: { key: keyPlaceholder, listed: listedTools, notListed: [] }, manifest: manifestPointers },
  }
}

/** Finds out whether the fixture `nothingPublished` is the key of an environment profile to which nothing is published. */
async function discoverKeyWithoutPublication(target: Target, environment: ServerToProbe['environment']): Promise<Discovery> {
  const { nothingPublished } = fixtureExamples
  const namedKey = readKey(nothingPublished.key, environment)
  if (namedKey === undefined) return { notes: [], fixtures: {} }

  const { key, keyVariable } = namedKey
  const result = await probe(target, { operationId: 'getPublicManifest', key })
  const status = result.kind === 'exchange' ? result.exchange.status : 'nothing'
  if (status === 400) return { notes: [`Nothing is published for ${keyVariable}.`], fixtures: { nothingPublished } }
  return createDiscoveryWithNote(`The manifest for ${keyVariable} has ${status}, so nothingPublished is left out.`)
}

/** Returns a discovery without a fixture, with a note for the user. */
function createDiscoveryWithNote(text: string): Discovery {
  return { notes: [text], fixtures: {} }
}

/** A key, and the variable of the environment that has it. */
interface NamedKey {
  readonly key: string
  readonly keyVariable: string
}

/** Reads the key for a placeholder in a configuration, such as `${ECHO_KEY}`. Undefined if the environment does not have the variable. */
function readKey(placeholder: string, environment: ServerToProbe['environment']): NamedKey | undefined {
  const keyVariable = variableNameOf(placeholder)
  const key = environment[keyVariable]
  return key === undefined || key === '' ? undefined : { key, keyVariable }
}

/** Returns the name of a variable from its placeholder in a configuration, such as `${ECHO_KEY}`. */
function variableNameOf(placeholder: string): string {
  return placeholder.replace(/^\$\{(\w+)\}$/, '$1')
}
