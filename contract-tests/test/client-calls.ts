import type { OperationId, operations } from '@wfhost/openapi'
import { createRegistryClient, createWorkflowClient, type RegistryClient, responseOf, type WorkflowClient } from '@wfhost/sdk'
import { expect } from 'vitest'

type Send = (request: Request) => Promise<Response>

interface Clients {
  readonly workflows: WorkflowClient
  readonly registry: RegistryClient
}

/** The calls of the client that send one operation. */
interface ClientCalls<Id extends OperationId> {
  /** Reads the response of a server that returns an example of the API document. */
  readonly readExample: (clients: Clients, example: unknown) => Promise<unknown>
  /** Sends every request that the client can send, with each kind of credentials. */
  readonly sendEach: (fetch: Send) => Promise<unknown>
  /** Sends a request with a value of a path parameter. */
  readonly sendParameter: Readonly<Record<keyof operations[Id]['parameters']['path'], (value: string) => Promise<unknown>>>
}

/** The addresses of the two services for `sendEach`. */
export const addresses = { baseUrl: 'https://workflows.test', registryUrl: 'https://registry.test' } as const

const { baseUrl, registryUrl } = addresses
const apiKey = 'host-acme-default'

export const clientCalls: { readonly [Id in OperationId]: ClientCalls<Id> } = {
  runPublishedWorkflow: {
    readExample: async ({ workflows }, example) => {
      if (!isStarted(example)) return workflows.run('support-triage', { subject: 'Hello' })
      const started = await workflows.start('support-triage', { subject: 'Hello' })
      expect(started.runId).toBe(example.runId)
      return responseOf(started)?.fields
    },
    sendEach: async (fetch) => {
      const workflows = createWorkflowClient({ baseUrl, apiKey: 'key-echo', fetch })
      await workflows.run('echo', { text: 'Hello', count: 1.5, flag: true, data: { inner: null }, list: [1, null] })
      await workflows.start('echo')
    },
    sendParameter: { flowId: (value) => createWorkflowClient({ ...offline, baseUrl }).run(value) },
  },
  getPublicManifest: {
    readExample: ({ registry }) => registry.manifest(),
    sendEach: (fetch) => createRegistryClient({ baseUrl: registryUrl, apiKey, fetch }).manifest(),
    sendParameter: { product: (value) => registryOf(value).manifest() },
  },
  getOrganizationManifest: {
    readExample: ({ registry }) => registry.organizationManifest('acme'),
    sendEach: async (fetch) => {
      await createRegistryClient({ baseUrl: registryUrl, apiKey, fetch }).organizationManifest('acme')
      await createRegistryClient({ baseUrl: registryUrl, session: 'session-acme', fetch }).organizationManifest('acme')
    },
    sendParameter: {
      product: (value) => registryOf(value).organizationManifest('acme'),
      orgId: (value) => registryOf('wfhost').organizationManifest(value),
    },
  },
  executeTool: {
    readExample: ({ registry }) => registry.execute({ toolset: 'mail', tool: 'send' }),
    sendEach: (fetch) =>
      createRegistryClient({ baseUrl: registryUrl, apiKey, fetch }).execute({
        toolset: 'mail',
        tool: 'send',
        arguments: { text: 'Hello' },
      }),
    sendParameter: { product: (value) => registryOf(value).execute({ toolset: 'a', tool: 'b' }) },
  },
}

const offline = { apiKey: 'any', maxRetries: 0, fetch: async () => Response.json({}) }

function registryOf(product: string): RegistryClient {
  return createRegistryClient({ ...offline, baseUrl: registryUrl, product })
}

function isStarted(value: unknown): value is { readonly runId: string } {
  return typeof value === 'object' && value !== null && 'runId' in value
}
