import { createMockService } from '@wfhost/mock-server'
import type { OperationId } from '@wfhost/openapi'
import { createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import { createContractWorld } from '../../proof/contract-world.ts'

/** A request of the client, as it left. */
export interface ClientRequest {
  readonly operationId: OperationId
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly text: string
}

/** Where the two services are for the client. */
export const addresses = { baseUrl: 'https://workflows.test', registryUrl: 'https://registry.test' } as const

/** Calls everything that the client can do, with each kind of credentials, and keeps what it sends. */
export async function recordClient(): Promise<ClientRequest[]> {
  const service = createMockService(createContractWorld())
  const recorded: ClientRequest[] = []

  function recording(operationId: OperationId): (request: Request) => Promise<Response> {
    return async (request) => {
      const { headers, method, url } = request
      recorded.push({ operationId, method, url, headers, text: await request.clone().text() })
      return service.fetch(request)
    }
  }

  const { baseUrl, registryUrl } = addresses
  const workflows = createWorkflowClient({ baseUrl, apiKey: 'key-echo', fetch: recording('runPublishedWorkflow') })
  await workflows.run('echo', { text: 'Hello', count: 1.5, flag: true, data: { inner: null }, list: [1, null] })
  await workflows.start('echo')
  const apiKey = 'host-acme-default'
  await createRegistryClient({ registryUrl, apiKey, fetch: recording('getPublicManifest') }).manifest()
  const organization = { registryUrl, fetch: recording('getOrganizationManifest') }
  await createRegistryClient({ ...organization, apiKey }).organizationManifest('acme')
  await createRegistryClient({ ...organization, session: 'session-acme' }).organizationManifest('acme')
  const executing = createRegistryClient({ registryUrl, apiKey, fetch: recording('executeTool') })
  await executing.execute({ toolset: 'mail', tool: 'send', arguments: { text: 'Hello' } })
  return recorded
}
