import type { Target } from '../../target/target.ts'
import { findManifestPointers, listTools } from '../manifest-pointers.ts'
import { fixtureExamples } from '../render-config.ts'
import { createDiscoveryWithNote, type Discovery, type DiscoveryOptions, mergeDiscoveries, probe, readKey } from './discovery.ts'

/** The fixtures of a configuration that have a key of the registry, and the tool sets that the manifest of this key lists. */
const fixturesWithManifest = ['registry', 'otherEnvironment', 'otherOrganization'] as const

/**
 * Finds out whether the server has a tool registry, and reads the manifest of each registry key for which a variable of the
 * environment is set. A manifest is the list of the tool sets that are published for a key.
 *
 * The product is a segment of the paths of a registry: `wfhost` in `/v1/public/wfhost/manifest`.
 */
export async function discoverRegistry(
  target: Target,
  { environment, product, registryUrl, baseUrl }: DiscoveryOptions,
): Promise<Discovery> {
  const url = registryUrl ?? baseUrl

  if (!(await isRegistry(target))) {
    const remedy = 'Correct registryUrl, or product, which is a segment of the paths of the registry'
    return createDiscoveryWithNote(`No tool registry responds at ${url} with product ${product}. ${remedy}.`)
  }

  const location = url === baseUrl ? 'at the same address' : `at ${url}`
  const discoveries: Discovery[] = [createDiscoveryWithNote(`The tool registry responds ${location}, with product ${product}.`)]

  for (const fixtureName of fixturesWithManifest) {
    discoveries.push(await discoverManifest(target, { fixtureName, environment }))
  }
  discoveries.push(await discoverUnpublishedKey(target, environment))

  return mergeDiscoveries(discoveries)
}

/** Whether the server is a registry. A registry refuses a request without a key with 401. */
async function isRegistry(target: Target): Promise<boolean> {
  const result = await probe(target, { operationId: 'getPublicManifest', key: undefined })
  return result.kind === 'exchange' && result.exchange.status === 401
}

interface ManifestQuery {
  /** The fixture whose key reads the manifest. */
  readonly fixtureName: (typeof fixturesWithManifest)[number]
  readonly environment: DiscoveryOptions['environment']
}

/**
 * Reads the manifest of a key, if a variable of the environment has this key. A manifest is the list of the tool sets that are
 * published for a key. Returns the listed tools as a fixture, and a note for the user.
 */
async function discoverManifest(target: Target, { environment, fixtureName }: ManifestQuery): Promise<Discovery> {
  // The key of an example is a placeholder with the name of a variable, such as `${HOST_KEY}`.
  const namedKey = readKey(fixtureExamples[fixtureName].key, environment)
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
  return createManifestDiscovery(body, { fixtureName, keyVariable })
}

interface ManifestSource {
  readonly fixtureName: (typeof fixturesWithManifest)[number]
  /** The variable of the environment that has the key of the manifest. */
  readonly keyVariable: string
}

/** Creates the discovery for a manifest: the fixture with the tools that it lists. */
function createManifestDiscovery(body: unknown, { fixtureName, keyVariable }: ManifestSource): Discovery {
  // No document states the form of a manifest. These JSON pointers lead to its tool sets, such as `/toolsets/*`, and their tools.
  const manifestPointers = findManifestPointers(body)
  if (manifestPointers === undefined) {
    return createDiscoveryWithNote(`The manifest for ${keyVariable} has no list of tool sets that could be recognized.`)
  }

  const listedTools = listTools(body, manifestPointers)
  const toolsetNames = [...new Set(listedTools.map(({ toolset }) => toolset))].join(', ')
  // The new configuration also contains the placeholder, because a file should contain no key.
  const keyPlaceholder = fixtureExamples[fixtureName].key
  return {
    notes: [`The manifest for ${keyVariable} lists ${toolsetNames}.`],
    // A manifest does not show which tool sets it must not list. The user adds their names to `notListed`.
    fixtures: { [fixtureName]: { key: keyPlaceholder, listed: listedTools, notListed: [] }, manifest: manifestPointers },
  }
}

/** Finds out whether the fixture `nothingPublished` is the key of an environment profile to which nothing is published. */
async function discoverUnpublishedKey(target: Target, environment: DiscoveryOptions['environment']): Promise<Discovery> {
  const { nothingPublished } = fixtureExamples
  const namedKey = readKey(nothingPublished.key, environment)
  if (namedKey === undefined) return { notes: [], fixtures: {} }

  const { key, keyVariable } = namedKey
  const result = await probe(target, { operationId: 'getPublicManifest', key })
  const status = result.kind === 'exchange' ? result.exchange.status : 'nothing'
  if (status === 400) return { notes: [`Nothing is published for ${keyVariable}.`], fixtures: { nothingPublished } }
  return createDiscoveryWithNote(`The manifest for ${keyVariable} has ${status}, so nothingPublished is left out.`)
}
