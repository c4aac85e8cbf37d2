import type { paths } from '@wfhost/openapi'
import type { Client } from 'openapi-fetch'
import type * as z from 'zod/v4/core'
import { noteOrigin } from '../responses/answer.ts'
import { type Execution, execution, type Manifest, manifest } from '../responses/manifest.ts'
import { createApi } from '../transport/api.ts'
import { type Call, type CallInit, type Credentials, operations } from '../transport/call.ts'
import { callService, readAnswer } from '../transport/call-service.ts'
import { plainObject } from './arguments.ts'
import { type Checks, checkKey, checkOptions, checkSegment, isChecked, readVariable, required } from './check-options.ts'
import { redactorOfOptions } from './client-secrets.ts'
import {
  type CallOptions,
  type ClientOptions,
  callChecks,
  clientChecks,
  resolveCall,
  resolveClient,
  type Shared,
} from './settings.ts'

/** A console session. How a request carries it is not documented (ORG-SESSION); a cookie is the usual way. */
export interface ConsoleSession {
  /** The session itself. It is redacted like a key. */
  readonly value: string
  /** Name of the cookie. @default 'console_session' */
  readonly cookie?: string
}

/** How to reach a tool registry. */
export interface RegistryClientOptions extends ClientOptions {
  /** Address of the tool registry. @default WFHOST_REGISTRY_URL */
  readonly baseUrl?: string | URL | undefined
  /** A tool-hosting key, or a function that is called for each call. @default WFHOST_REGISTRY_KEY */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined
  /** The product name in the paths of the registry. @default WFHOST_PRODUCT, else 'wfhost' */
  readonly product?: string | undefined
  /** Sent by `organizationManifest` instead of the key (ORG-AUTH). @default WFHOST_CONSOLE_SESSION, else the key is sent */
  readonly session?: string | ConsoleSession | undefined
}

/**
 * What is sent to execute a tool: any object, or, if the arguments of the tools are known by tool set and tool (as
 * `wfhost types --manifest` prints them), the payload that `openapi.yaml` assumes (EXE-PAYLOAD).
 */
export type ToolPayload<Tools = unknown> = unknown extends Tools
  ? object
  : { [Toolset in keyof Tools]: ToolCall<Toolset, Tools[Toolset]> }[keyof Tools]

/** A call of one of the tools of a tool set. Arguments that all may be missing may be missing themselves. */
type ToolCall<Toolset, Tools> = {
  [Name in keyof Tools]: { readonly toolset: Toolset; readonly tool: Name } & (Record<never, never> extends Tools[Name]
    ? { readonly arguments?: Tools[Name] }
    : [Tools[Name]] extends [never]
      ? { readonly arguments?: never }
      : { readonly arguments: Tools[Name] })
}[keyof Tools]

/** Reads the manifests of a tool registry and executes its tools. */
export interface RegistryClient<Paths extends object = paths> {
  /** Lists the tool sets published to the environment profile of the key (MAN-CONTENT). */
  readonly manifest: (options?: CallOptions) => Promise<Manifest>
  /** Lists the tool sets of an organization, in the latest version if none is published (ORG-FALLBACK). */
  readonly organizationManifest: (orgId: string, options?: CallOptions) => Promise<Manifest>
  /** Executes a tool (EXE-ENDPOINT). The payload is not documented: any object is sent as JSON, unless `Tools` says more. */
  readonly execute: <Tools = unknown>(payload: NoInfer<ToolPayload<Tools>>, options?: CallOptions) => Promise<Execution>
  /** Returns this client with other options; both share their middleware, and what a 429 holds back. */
  readonly withOptions: (options: RegistryClientOptions) => RegistryClient<Paths>
  /** Sends single requests, typed by the document, as the `api` of a workflow client does. */
  readonly api: Client<Paths & paths>
}

const checks: Checks<RegistryClientOptions> = /* @__PURE__ */ Object.assign(
  { baseUrl: isChecked, apiKey: isChecked, product: isChecked, session: isChecked },
  clientChecks,
)

/**
 * Creates a client of the tool registry. Missing options come from the environment.
 *
 * @throws ConfigurationError if neither option nor variable provides an address, or there is no key and no session.
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

function createClient<Paths extends object>(given: RegistryClientOptions, shared?: Shared): RegistryClient<Paths> {
  checkOptions(given, checks, redactorOfOptions(given).text)
  const options = {
    ...given,
    apiKey: given.apiKey ?? readVariable('WFHOST_REGISTRY_KEY'),
    session: given.session ?? readVariable('WFHOST_CONSOLE_SESSION'),
  }
  const redact = redactorOfOptions(options).text
  const { session } = options
  const client = resolveClient(options, { option: 'baseUrl', variable: 'WFHOST_REGISTRY_URL' }, shared)
  const product = checkSegment('product', options.product ?? readVariable('WFHOST_PRODUCT') ?? 'wfhost')
  const findKey = () => required(options, { option: 'apiKey', variable: 'WFHOST_REGISTRY_KEY' })
  if (!session) findKey()

  const authorize = async (path: string): Promise<Credentials> => {
    if (session && path === operations.getOrganizationManifest.path) {
      const { value, cookie = 'console_session' } = typeof session === 'string' ? { value: session } : session
      const secret = checkKey('session', value)
      return { header: 'cookie', value: `${cookie}=${secret}`, secrets: [secret] }
    }
    const apiKey = findKey()
    const secret = checkKey('apiKey', typeof apiKey === 'function' ? await apiKey() : apiKey)
    return { header: 'authorization', value: `Bearer ${secret}`, secrets: [secret] }
  }
  const send = <Body>(request: RegistryCall, schema: z.$ZodType<Body>, callOptions: CallOptions = {}): Promise<Body> => {
    checkOptions(callOptions, callChecks, redact)
    const { init, operation } = request
    const call: Call = {
      ...operations[operation],
      action: request.action,
      prepare: () => init,
      credentials: () => authorize(operations[operation].path),
      settings: resolveCall(client, callOptions),
    }
    return callService(call, async (answer) => noteOrigin(readAnswer<Body>(call, answer, schema), answer))
  }

  return {
    async manifest(callOptions) {
      const init = { params: { path: { product } } }
      return send({ operation: 'getPublicManifest', action: 'read the manifest', init }, manifest, callOptions)
    },
    async organizationManifest(orgId, callOptions) {
      const action = `read the manifest of organization ${checkSegment('orgId', orgId)}`
      const init = { params: { path: { product, orgId } } }
      return send({ operation: 'getOrganizationManifest', action, init }, manifest, callOptions)
    },
    async execute(payload: object, callOptions) {
      // The document describes one possible payload (EXE-PAYLOAD); the client sends whatever the caller passes.
      const init = { params: { path: { product } }, body: plainObject('payload', payload, redact) }
      return send({ operation: 'executeTool', action: 'execute the tool', init }, execution, callOptions)
    },
    withOptions: (more) => createClient({ ...options, ...more }, client.shared),
    api: createApi<Paths>(client, authorize),
  }
}

interface RegistryCall {
  readonly operation: keyof typeof operations
  readonly action: string
  readonly init: CallInit
}
