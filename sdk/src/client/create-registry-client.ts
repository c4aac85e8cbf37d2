import type { paths } from '@wfhost/openapi'
import type { Client } from 'openapi-fetch'
import { executeTool, type ToolPayload } from '../operations/execute-tool/execute-tool.ts'
import type { Execution } from '../operations/execute-tool/execution.ts'
import type { Manifest } from '../operations/manifest.ts'
import { readManifest } from '../operations/read-manifest/read-manifest.ts'
import { readOrganizationManifest } from '../operations/read-organization-manifest/read-organization-manifest.ts'
import { createApi } from '../transport/api.ts'
import { type Checks, checkOptions, isChecked, readVariable } from './check-options.ts'
import { createOptionsRedactor } from './client-secrets.ts'
import { type RegistryClientOptions, RegistryService } from './registry-service.ts'
import { type CallOptions, clientChecks, resolveClientSettings, type SharedState } from './settings.ts'

/** Reads the manifests of a tool registry and executes its tools. */
export interface RegistryClient<Paths extends object = paths> {
  /** Lists the tool sets published to the environment profile of the key (MAN-CONTENT). */
  readonly manifest: (options?: CallOptions) => Promise<Manifest>
  /** Lists the tool sets of an organization, in the latest version if none is published (ORG-FALLBACK). */
  readonly organizationManifest: (orgId: string, options?: CallOptions) => Promise<Manifest>
  /** Executes a tool (EXE-ENDPOINT). The payload is not documented: any object is sent as JSON, unless `Tools` says more. */
  readonly execute: <Tools = unknown>(payload: NoInfer<ToolPayload<Tools>>, options?: CallOptions) => Promise<Execution>
  /** Returns a client with other options. Both share their middleware, and a 429 pauses both. */
  readonly withOptions: (options: RegistryClientOptions) => RegistryClient<Paths>
  /** Sends single requests, typed by the document, as the `api` of a workflow client does. */
  readonly api: Client<Paths & paths>
}

const optionChecks: Checks<RegistryClientOptions> = /* @__PURE__ */ Object.assign(
  { baseUrl: isChecked, apiKey: isChecked, product: isChecked, session: isChecked },
  clientChecks,
)

/**
 * Creates a client of the tool registry. Missing options come from the environment.
 *
 * @throws ConfigurationError if neither an option nor a variable has the address, or if both key and session are missing.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
 * import { createRegistryClient } from '@wfhost/sdk'
 *
 * const { fetch } = createMockService(createSampleWorld())
 * const apiKey = sampleKeys.defaultEnvironment
 * const registry = createRegistryClient({ baseUrl: 'http://localhost', apiKey, fetch })
 *
 * const { toolsets = [] } = await registry.manifest()
 *
 * assert.ok(toolsets.length > 0)
 * ```
 */
export function createRegistryClient<Paths extends object = paths>(options: RegistryClientOptions = {}): RegistryClient<Paths> {
  return createClient(options)
}

/**
 * Creates a client.
 *
 * @param shared - The state of another client, if its `withOptions` creates this one.
 */
function createClient<Paths extends object>(clientOptions: RegistryClientOptions, shared?: SharedState): RegistryClient<Paths> {
  const options = addKeysOfEnvironment(clientOptions)
  // `options` also has the keys of the environment, which no message may show.
  checkOptions(clientOptions, optionChecks, createOptionsRedactor(options).text)

  const settings = resolveClientSettings(options, { option: 'baseUrl', variable: 'WFHOST_REGISTRY_URL' }, shared)
  const service = new RegistryService(settings, options)

  return {
    manifest: (callOptions) => readManifest(service, callOptions),
    organizationManifest: (orgId, callOptions) => readOrganizationManifest(service, orgId, callOptions),
    execute: (payload: object, callOptions) => executeTool(service, payload, callOptions),
    withOptions: (changes) => createClient({ ...options, ...changes }, settings.shared),
    api: createApi<Paths>(settings, (path) => service.authorize(path)),
  }
}

/** Completes the options of a client with the key and the session of the environment. JavaScript may pass null as the options. */
function addKeysOfEnvironment(clientOptions: RegistryClientOptions | null): RegistryClientOptions {
  return {
    ...clientOptions,
    apiKey: clientOptions?.apiKey ?? readVariable('WFHOST_REGISTRY_KEY'),
    session: clientOptions?.session ?? readVariable('WFHOST_CONSOLE_SESSION'),
  }
}
