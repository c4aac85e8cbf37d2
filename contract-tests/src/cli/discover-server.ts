import { describeForeignResponse } from '../engine/recording/foreign-response.ts'
import { createTarget } from '../target/create-target.ts'
import { discoverRegistry } from './discovery/discover-registry.ts'
import { discoverWorkflows } from './discovery/discover-workflows.ts'
import { createDiscoveryWithNote, type Discovery, type DiscoveryOptions, mergeDiscoveries, probe } from './discovery/discovery.ts'

/** The time limit of one request, in milliseconds. It is short, because a person waits for the result. */
const TIMEOUT_MS = 3000

/**
 * Discovers whether a server has both services, which workflows the keys of the environment belong to, and which tool
 * sets the manifests list. No request has an effect: requests to run a workflow have a malformed body.
 */
export async function discoverServer(server: DiscoveryOptions): Promise<Discovery> {
  const { baseUrl, fetch, product, registryUrl } = server
  const target = createTarget({ name: baseUrl, baseUrl, registryUrl, product, fetch, timeoutMs: TIMEOUT_MS })

  const parameters = { flowId: 'wfhost-conformance-init' }
  const result = await probe(target, { operationId: 'runPublishedWorkflow', parameters })
  if (result.kind === 'no-response') return createDiscoveryWithNote(`${baseUrl} did not respond: ${result.reason}.`)

  const foreignResponse = describeForeignResponse(result.exchange, 'baseUrl')
  if (foreignResponse !== undefined) return createDiscoveryWithNote(`${foreignResponse}.`)

  return mergeDiscoveries([
    createDiscoveryWithNote(`The workflow service responds at ${baseUrl}.`),
    await discoverWorkflows(target, server.environment),
    await discoverRegistry(target, server),
  ])
}
