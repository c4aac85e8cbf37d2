import { ConfigurationError, createRegistryClient, createWorkflowClient } from '@wfhost/sdk'
import type { DriftCheck } from '../drift-check.ts'

const options = { apiKey: 'any', maxRetries: 0, fetch: async () => Response.json({}) }

/** What each parameter of each operation is given by, and a call of the client with it. */
const calls: readonly (readonly [string, string, (value: string) => Promise<unknown>])[] = [
  ['runPublishedWorkflow', 'flowId', (value) => createWorkflowClient({ ...options, baseUrl: 'http://w.test' }).run(value)],
  ['getPublicManifest', 'product', (value) => registry(value).manifest()],
  ['getOrganizationManifest', 'product', (value) => registry(value).organizationManifest('acme')],
  ['getOrganizationManifest', 'orgId', (value) => registry('wfhost').organizationManifest(value)],
  ['executeTool', 'product', (value) => registry(value).execute({ toolset: 'a', tool: 'b' })],
]

/** The document against the parameters that the client takes. */
export const clientParameters: DriftCheck = {
  name: 'client parameters',
  find: async ({ validators }) => {
    if (validators === undefined) return []
    const findings: string[] = []
    for (const [operationId, name, call] of calls) {
      for (const value of ['', 'a', 'support triage/ü', 'x'.repeat(300)]) {
        const documented = validators.parameters.get(operationId)?.get(name)?.(value)
        if ((await accepts(call, value)) !== documented) findings.push(`${operationId} ${name} ${JSON.stringify(value)}`)
      }
    }
    return findings
  },
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
  return createRegistryClient({ ...options, registryUrl: 'http://r.test', product })
}
