import type { paths } from '@wfhost/openapi'
import type * as z from 'zod/mini'
import { type Execution, execution, type Manifest, manifest } from '../responses/manifest.ts'
import { buildRequest, type OperationInput } from '../transport/build-request.ts'
import type { Call } from '../transport/call.ts'
import { callService } from '../transport/call-service.ts'
import { readAnswer } from '../transport/read-answer.ts'
import { checkKey, checkSegment, required } from './check-options.ts'
import { readVariable } from './environment.ts'
import { plainObject } from './plain-json.ts'
import { type CallOptions, type ClientOptions, resolveCall, resolveClient } from './settings.ts'

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
  readonly registryUrl?: string | URL | undefined
  /** A tool-hosting key, or a function that is called for each call. @default WFHOST_REGISTRY_KEY */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined
  /** The product name in the paths of the registry. @default WFHOST_PRODUCT, else 'wfhost' */
  readonly product?: string | undefined
  /** Sent by `organizationManifest` instead of the key (ORG-AUTH). @default none, the key is sent */
  readonly session?: string | ConsoleSession | undefined
}

/** Reads the manifests of a tool registry and executes its tools. */
export interface RegistryClient {
  /** Lists the tool sets published to the environment profile of the key (MAN-CONTENT). */
  readonly manifest: (options?: CallOptions) => Promise<Manifest>
  /** Lists the tool sets of an organization, in the latest version if none is published (ORG-FALLBACK). */
  readonly organizationManifest: (orgId: string, options?: CallOptions) => Promise<Manifest>
  /** Executes a tool (EXE-ENDPOINT). The payload is not documented: any object is sent as JSON. */
  readonly execute: (payload: object, options?: CallOptions) => Promise<Execution>
}

const REQUIREMENTS = { 400: 'MAN-EMPTY', 401: 'HOST-401', 403: 'ORG-SESSION', 429: 'LIMIT-429' }

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
 * const registry = createRegistryClient({ registryUrl: 'http://localhost', apiKey, fetch })
 *
 * const { toolsets = [] } = await registry.manifest()
 *
 * assert.ok(toolsets.length > 0)
 * ```
 */
export function createRegistryClient(options: RegistryClientOptions = {}): RegistryClient {
  const { session } = options
  const client = resolveClient(options, { option: 'registryUrl', variable: 'WFHOST_REGISTRY_URL' })
  const { address } = client
  const product = checkSegment('product', options.product ?? readVariable('WFHOST_PRODUCT') ?? 'wfhost')

  const readKey = () => required(options, { option: 'apiKey', variable: 'WFHOST_REGISTRY_KEY' })
  if (!session) readKey()

  const byKey = async () => {
    const apiKey = readKey()
    const secret = checkKey('apiKey', typeof apiKey === 'function' ? await apiKey() : apiKey)
    return { header: 'authorization', value: `Bearer ${secret}`, secrets: [secret] } as const
  }
  const bySession = async () => {
    const { value = session, cookie = 'console_session' } = Object(session)
    const secret = checkKey('session', value)
    return { header: 'cookie', value: `${cookie}=${secret}`, secrets: [secret] } as const
  }
  function send<Path extends keyof paths, Body>(
    input: Omit<OperationInput<Path>, 'address'>,
    { schema, callOptions, ...call }: RegistryCall,
  ): Promise<Body> {
    const complete: Call = {
      once: false,
      requirements: REQUIREMENTS,
      credentials: byKey,
      settings: resolveCall(client, callOptions),
      buildRequest: async () => buildRequest({ address, ...input }),
      ...call,
    }
    return callService(complete, async (answer) => readAnswer<Body>(complete, { ...answer, schema }))
  }

  return {
    async manifest(callOptions) {
      const input = { path: '/v1/public/{product}/manifest', parameters: { product }, body: undefined } as const
      return send(input, { action: 'read the manifest', schema: manifest, callOptions })
    },
    async organizationManifest(orgId, callOptions) {
      const action = `read the manifest of organization ${checkSegment('orgId', orgId)}`
      const input = { path: '/v1/orgs/{orgId}/{product}/manifest', parameters: { product, orgId }, body: undefined } as const
      const credentials = session === undefined ? byKey : bySession
      return send(input, { action, credentials, schema: manifest, callOptions })
    },
    async execute(payload, callOptions) {
      // The document describes one possible payload (EXE-PAYLOAD); the client sends whatever the caller passes.
      const body = plainObject('payload', payload) as never
      const input = { path: '/v1/public/{product}/execute', parameters: { product }, body } as const
      const requirements = { 401: 'HOST-401', 429: 'LIMIT-429' }
      return send(input, { action: 'execute the tool', once: true, requirements, schema: execution, callOptions })
    },
  }
}

/** What differs between the calls of a registry client. */
type RegistryCall = Pick<Call, 'action'> &
  Partial<Call> & {
    readonly schema: z.core.$ZodType
    readonly callOptions: CallOptions | undefined
  }
