import { ConfigurationError, createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import type { DriftCheck } from '../drift-check.ts'

const options = { apiKey: 'any', maxRetries: 0, fetch: async () => Response.json({}) }

/** What each parameter of each operation is given by, and a call of the client with it. */
const calls: readonly (readonly [string, string, (value: string) => Promise<unknown>])[] = [
  ['runPublishedWorkflow', 'flowId', (value) => createWorkflowClient({ ...options, baseUrl: 'https://w.test' }).run(value)],
  ['getPublicManifest', 'product', (value) => registry(value).manifest()],
  ['getOrganizationManifest', 'product', (value) => registry(value).organizationManifest('acme')],
  ['getOrganizationManifest', 'orgId', (value) => registry('wfhost').organizationManifest(value)],
  ['executeTool', 'product', (value) => registry(value).execute({ toolset: 'a', tool: 'b' })],
]

const values = ['', 'a', 'support triage/ü', 'x'.repeat(300)]

/** The document against the parameters that the client takes. */
export async function createClientParameters(): Promise<DriftCheck> {
  const given = calls.flatMap(([operationId, name, call]) => values.map((value) => ({ operationId, name, call, value })))
  const judged = await Promise.all(given.map(async (probe) => ({ ...probe, accepted: await accepts(probe.call, probe.value) })))
  return {
    name: 'client parameters',
    find: ({ validators }) =>
      judged
        .filter(({ accepted, name, operationId, value }) => {
          const isValid = validators?.parameters.get(operationId)?.get(name)
          return validators !== undefined && isValid?.(value) !== accepted
        })
        .map(({ name, operationId, value }) => `${operationId} ${name} ${JSON.stringify(value)}`),
  }
}

async function accepts(call: (value: string) => Promise<unknown>, value: string): Promise<boolean> {
  try {
    await call(value)
    return true
  } catch (error) {
    return !(error instanceof ConfigurationError)
  }
}

function registry(product: string): ReturnType<typeof createRegistryClient> {
  return createRegistryClient({ ...options, registryUrl: 'https://r.test', product })
}
