import type { OperationId } from '@wfhost/openapi'
import { describeForeignResponse } from '../engine/recording/foreign-response.ts'
import { operationUrl } from '../requests.ts'
import { isObject } from '../rules/expectations.ts'
import { connectTarget } from '../target/connect-target.ts'
import type { Exchange } from '../target/exchange.ts'
import { escapePointerToken, select } from '../target/select.ts'
import type { DeclaredFixtures, Target } from '../target/target.ts'
import { fixtureExamples, flowIdOf } from './render-config.ts'

/** The server to ask, and the environment that may have keys of it. */
export interface DiscoveredServer {
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

/** The time limit of one request, in milliseconds. It is short, because a person waits for the result. */
const TIMEOUT_MS = 3000

/**
 * Discovers whether a server has both services, which workflows the keys of the environment belong to, and which tool
 * sets the manifests list. No request has an effect: requests to run a workflow have a malformed body.
 */
export async function discoverServer(server: DiscoveredServer): Promise<Discovery> {
  const { baseUrl, fetch, product, registryUrl } = server
  const target = connectTarget({ name: baseUrl, baseUrl, registryUrl, product, fetch, timeoutMs: TIMEOUT_MS })

  const first = await probe(target, { operationId: 'runPublishedWorkflow', parameters: { flowId: 'wfhost-conformance-init' } })
  if (first.kind === 'silent') return { notes: [`${baseUrl} did not respond: ${first.reason}.`], fixtures: {} }

  const foreign = describeForeignResponse(first.exchange, 'baseUrl')
  if (foreign !== undefined) return { notes: [`${foreign}.`], fixtures: {} }

  const workflows = await discoverWorkflows(target, server.environment)
  const registry = await discoverRegistry(target, server)
  return {
    notes: [`The workflow service responds at ${baseUrl}.`, ...workflows.notes, ...registry.notes],
    fixtures: { ...workflows.fixtures, ...registry.fixtures },
  }
}

interface Probe {
  readonly operationId: OperationId
  readonly parameters?: Readonly<Record<string, string>>
  readonly key?: string | undefined
}

type ProbeResult =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'silent'; readonly reason: string }

/** Sends a request that cannot have an effect. */
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
    return { kind: 'silent', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** The fixtures that are a workflow with a key of its own. */
const workflowFixtures = ['echo', 'typed', 'failing', 'slow', 'secondWorkflow', 'otherWorkspace', 'archived'] as const

/**
 * Finds out which workflow fixtures the server has. Sends each workflow a malformed run with its key from the environment,
 * which the server refuses before anything runs. The status shows whether the workflow exists and accepts the key.
 */
async function discoverWorkflows(target: Target, environment: DiscoveredServer['environment']): Promise<Discovery> {
  const notes: string[] = []
  const fixtures: Record<string, unknown> = {}

  for (const name of workflowFixtures) {
    const example = fixtureExamples[name]
    const variable = variableOf(example.key)
    const key = environment[variable]
    if (key === undefined || key === '') continue

    const flowId = flowIdOf(example) ?? name
    const result = await probe(target, { operationId: 'runPublishedWorkflow', parameters: { flowId }, key })
    const status = result.kind === 'silent' ? undefined : result.exchange.status

    const statusOfAcceptedKey = name === 'archived' ? 404 : 400
    const isAccepted = status === statusOfAcceptedKey
    if (isAccepted) fixtures[name] = example
    notes.push(describeWorkflow({ flowId, variable, status, isAccepted }))
  }

  if (notes.length === 0) notes.push(`No workflow was tried: set ${variableOf(fixtureExamples.echo.key)} to its key.`)
  return { notes, fixtures }
}

interface TriedWorkflow {
  readonly flowId: string
  readonly variable: string
  readonly status: number | undefined
  readonly isAccepted: boolean
}

function describeWorkflow({ flowId, isAccepted, status, variable }: TriedWorkflow): string {
  if (isAccepted) return `Workflow ${flowId} accepts ${variable}.`
  if (status === 401) return `Workflow ${flowId} refuses ${variable} with 401: it is not a key of this server.`
  if (status === 403) return `Workflow ${flowId} refuses ${variable} with 403: it is the key of another workflow.`
  if (status === 404)
    return `There is a key in ${variable}, and the server has no published workflow ${flowId}: correct the flowId.`
  return `Workflow ${flowId} responded to ${variable} with ${status ?? 'nothing'}, so it is left out.`
}

/** The fixtures that are a tool-hosting key with a manifest. */
const registryFixtures = ['registry', 'otherEnvironment', 'otherOrganization'] as const

/**
 * Finds out whether the server has a tool registry, and reads the manifest of each key in the environment. A registry
 * responds with 401 to a request without a key.
 */
async function discoverRegistry(
  target: Target,
  { environment, product, registryUrl, baseUrl }: DiscoveredServer,
): Promise<Discovery> {
  const address = registryUrl ?? baseUrl
  const result = await probe(target, { operationId: 'getPublicManifest' })
  const isRegistry = result.kind === 'exchange' && result.exchange.status === 401
  if (!isRegistry) {
    const remedy = 'Correct registryUrl, or product, the segment in its paths'
    return { notes: [`No tool registry responds at ${address} with product ${product}. ${remedy}.`], fixtures: {} }
  }

  const place = address === baseUrl ? 'at the same address' : `at ${address}`
  const notes = [`The tool registry responds ${place}, with product ${product}.`]
  const fixtures: Record<string, unknown> = {}
  for (const name of registryFixtures) {
    const manifest = await discoverManifest(target, { name, environment })
    if (manifest.note !== undefined) notes.push(manifest.note)
    Object.assign(fixtures, manifest.fixtures)
  }

  const nothingPublished = await discoverNothingPublished(target, environment)
  notes.push(...nothingPublished.notes)
  Object.assign(fixtures, nothingPublished.fixtures)
  return { notes, fixtures }
}

interface ManifestQuestion {
  readonly name: (typeof registryFixtures)[number]
  readonly environment: DiscoveredServer['environment']
}

interface DiscoveredManifest {
  readonly note?: string
  readonly fixtures?: Partial<DeclaredFixtures>
}

/** Reads the manifest of a key, if the environment has this key. Returns the listed tools as fixtures, and a note for the user. */
async function discoverManifest(target: Target, { environment, name }: ManifestQuestion): Promise<DiscoveredManifest> {
  const reference = fixtureExamples[name].key
  const variable = variableOf(reference)
  const key = environment[variable]
  if (key === undefined || key === '') return {}

  const result = await probe(target, { operationId: 'getPublicManifest', key })
  if (result.kind === 'silent') return { note: `The manifest for ${variable} was not read: ${result.reason}.` }

  const { body, status } = result.exchange
  if (status !== 200) return { note: `The manifest for ${variable} has status ${status}, so ${name} is left out.` }

  const places = findPlaces(body)
  if (places === undefined) return { note: `The manifest for ${variable} has no list of tool sets that could be recognized.` }

  const listed = listTools(body, places)
  const names = [...new Set(listed.map(({ toolset }) => toolset))].join(', ')
  return {
    note: `The manifest for ${variable} lists ${names}.`,
    fixtures: { [name]: { key: reference, listed, notListed: [] }, manifest: places },
  }
}

/** Finds the places of tool sets, names, versions and tools in a manifest, which no document states (MAN-BODY). */
function findPlaces(manifest: unknown): DeclaredFixtures['manifest'] | undefined {
  for (const { items, pointer } of listLists(manifest)) {
    const [first] = items.filter(isObject)
    const tools = first === undefined ? undefined : Object.keys(first).find((name) => /tools/i.test(name))
    const version = first === undefined ? undefined : Object.keys(first).find((name) => /version/i.test(name))
    if (first === undefined || tools === undefined || version === undefined) continue

    const name = 'id' in first ? 'id' : 'name'
    const [tool] = Object.values(Object(first[tools]))
    const toolName = isObject(tool) ? '/name' : ''
    return { toolsets: `${pointer}/*`, name: `/${name}`, version: `/${version}`, tool: `/${tools}/*${toolName}` }
  }
  return undefined
}

interface ListAtPointer {
  readonly pointer: string
  readonly items: readonly unknown[]
}

/** Lists the arrays in a JSON value, the outermost first. */
function listLists(value: unknown, pointer = ''): ListAtPointer[] {
  if (Array.isArray(value)) return [{ pointer, items: value }]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, child]) => listLists(child, `${pointer}/${escapePointerToken(name)}`))
}

function listTools(manifest: unknown, places: DeclaredFixtures['manifest']): DeclaredFixtures['registry']['listed'] {
  const { name = '', tool = '', toolsets, version = '' } = places

  return select(manifest, toolsets).flatMap(({ value }) => {
    const readText = (place: string): string => String(select(value, place)[0]?.value ?? '')
    const tools = select(value, tool).map((selected) => String(selected.value))
    return tools.map((toolName) => ({ toolset: readText(name), version: readText(version), tool: toolName }))
  })
}

/** Tries the key of an environment profile to which nothing is published. */
async function discoverNothingPublished(
  target: Target,
  environment: DiscoveredServer['environment'],
): Promise<{ readonly notes: readonly string[]; readonly fixtures: Partial<DeclaredFixtures> }> {
  const { nothingPublished } = fixtureExamples
  const variable = variableOf(nothingPublished.key)
  const key = environment[variable]
  if (key === undefined || key === '') return { notes: [], fixtures: {} }

  const result = await probe(target, { operationId: 'getPublicManifest', key })
  const status = result.kind === 'silent' ? 'nothing' : result.exchange.status
  if (status === 400) return { notes: [`Nothing is published for ${variable}.`], fixtures: { nothingPublished } }
  return { notes: [`The manifest for ${variable} has ${status}, so nothingPublished is left out.`], fixtures: {} }
}

/** Returns the name in a reference such as `${ECHO_KEY}`. */
function variableOf(reference: string): string {
  return reference.replace(/^\$\{(\w+)\}$/, '$1')
}
