import type { Redact } from '@wfhost/internal/redacted-text'
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
  type ClientSettings,
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
 * The payload to execute a tool. It is any object, because the payload is not documented (EXE-PAYLOAD).
 *
 * With the type that `wfhost types --manifest` prints as parameter, it is the payload that `openapi.yaml` assumes.
 */
export type ToolPayload<Tools = unknown> = unknown extends Tools
  ? object
  : { [Toolset in keyof Tools]: ToolCall<Toolset, Tools[Toolset]> }[keyof Tools]

/** A call of one of the tools of a tool set. If every argument is optional, `arguments` is optional, too. */
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
  /** Returns a client with other options. Both share their middleware, and a 429 pauses both. */
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

/** Creates a client. One that `withOptions` creates shares the state of the first one. */
function createClient<Paths extends object>(given: RegistryClientOptions, shared?: Shared): RegistryClient<Paths> {
  checkOptions(given, checks, redactorOfOptions(given).text)

  const options = {
    ...given,
    apiKey: given.apiKey ?? readVariable('WFHOST_REGISTRY_KEY'),
    session: given.session ?? readVariable('WFHOST_CONSOLE_SESSION'),
  }

  const settings = resolveClient(options, { option: 'baseUrl', variable: 'WFHOST_REGISTRY_URL' }, shared)
  const calls = new RegistryCalls(settings, options)

  return {
    manifest: (callOptions) => calls.manifest(callOptions),
    organizationManifest: (orgId, callOptions) => calls.organizationManifest(orgId, callOptions),
    execute: (payload: object, callOptions) => calls.execute(payload, callOptions),
    withOptions: (more) => createClient({ ...options, ...more }, settings.shared),
    api: createApi<Paths>(settings, (path) => calls.authorize(path)),
  }
}

/** The calls of a client of the tool registry. */
class RegistryCalls {
  readonly #settings: ClientSettings
  readonly #options: RegistryClientOptions
  readonly #product: string
  readonly #redact: Redact

  constructor(settings: ClientSettings, options: RegistryClientOptions) {
    this.#settings = settings
    this.#options = options
    this.#product = checkSegment('product', options.product ?? readVariable('WFHOST_PRODUCT') ?? 'wfhost')
    this.#redact = redactorOfOptions(options).text

    // A client with a session can do without a key, for the manifest of its organization.
    if (!options.session) this.#requireKey()
  }

  async manifest(options?: CallOptions): Promise<Manifest> {
    const init = { params: { path: { product: this.#product } } }
    const request: RegistryRequest = { operation: 'getPublicManifest', action: 'read the manifest', init }
    return this.#send(request, manifest, options)
  }

  async organizationManifest(orgId: string, options?: CallOptions): Promise<Manifest> {
    const action = `read the manifest of organization ${checkSegment('orgId', orgId)}`
    const init = { params: { path: { product: this.#product, orgId } } }
    return this.#send({ operation: 'getOrganizationManifest', action, init }, manifest, options)
  }

  async execute(payload: object, options?: CallOptions): Promise<Execution> {
    // The document describes one possible payload (EXE-PAYLOAD). The client sends any object.
    const body = plainObject('payload', payload, this.#redact)
    const init = { params: { path: { product: this.#product } }, body }
    return this.#send({ operation: 'executeTool', action: 'execute the tool', init }, execution, options)
  }

  /** Returns the header that authorizes a request: the session for the manifest of an organization, otherwise the key. */
  async authorize(path: string): Promise<Credentials> {
    const { session } = this.#options
    if (session && path === operations.getOrganizationManifest.path) return toCookie(session)

    const apiKey = this.#requireKey()
    const key = checkKey('apiKey', typeof apiKey === 'function' ? await apiKey() : apiKey)
    return { header: 'authorization', value: `Bearer ${key}`, secrets: [key] }
  }

  #send<Body>(request: RegistryRequest, schema: z.$ZodType<Body>, options: CallOptions = {}): Promise<Body> {
    checkOptions(options, callChecks, this.#redact)

    const operation = operations[request.operation]
    const call: Call = {
      ...operation,
      action: request.action,
      prepare: () => request.init,
      credentials: () => this.authorize(operation.path),
      settings: resolveCall(this.#settings, options),
    }
    return callService(call, async (answer) => noteOrigin(readAnswer<Body>(call, answer, schema), answer))
  }

  #requireKey(): NonNullable<RegistryClientOptions['apiKey']> {
    return required(this.#options, { option: 'apiKey', variable: 'WFHOST_REGISTRY_KEY' })
  }
}

interface RegistryRequest {
  readonly operation: keyof typeof operations
  readonly action: string
  readonly init: CallInit
}

const DEFAULT_COOKIE = 'console_session'

function toCookie(session: string | ConsoleSession): Credentials {
  const { value, cookie = DEFAULT_COOKIE } = typeof session === 'string' ? { value: session } : session
  const secret = checkKey('session', value)
  return { header: 'cookie', value: `${cookie}=${secret}`, secrets: [secret] }
}
