import type { Redact } from '@wfhost/internal/redacted-text'
import type * as z from 'zod/v4/core'
import type { AnyOperation } from '../operations/operation.ts'
import { readOrganizationManifestOperation } from '../operations/read-organization-manifest/operation.ts'
import { noteOrigin } from '../responses/origin.ts'
import type { Call, Credentials } from '../transport/call.ts'
import { callService, checkBody } from '../transport/call-service.ts'
import {
  type Check,
  checkKey,
  checkOptions,
  checkPathSegment,
  checkRequired,
  readRequiredOption,
  readVariable,
} from './check-options.ts'
import { createOptionsRedactor } from './client-secrets.ts'
import { type CallOptions, type ClientOptions, type ClientSettings, callChecks, resolveCallSettings } from './settings.ts'

/** A console session. How a request carries it is not documented (ORG-SESSION); a cookie is the usual way. */
export interface ConsoleSession {
  /** The session itself. It is redacted like a key. */
  readonly value: string
  /** Name of the cookie. @default 'console_session' */
  readonly cookie?: string | undefined
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

/** A request to one operation of the tool registry. */
export interface RegistryRequest<Body> {
  readonly operation: AnyOperation
  /** Completes "Cannot ...". */
  readonly action: string
  /** The path parameters besides the product. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly body?: object
  /** The schema of the successful response. */
  readonly schema: z.$ZodType<Body>
}

/** The tool registry of one client: its product, and what authorizes its requests. */
export class RegistryService {
  readonly redact: Redact
  readonly #settings: ClientSettings
  readonly #options: RegistryClientOptions
  readonly #product: string

  constructor(settings: ClientSettings, options: RegistryClientOptions) {
    this.redact = createOptionsRedactor(options).text
    this.#settings = settings
    this.#options = options
    this.#product = checkPathSegment('product', options.product ?? readVariable('WFHOST_PRODUCT') ?? 'wfhost')

    // A client with a session needs no key to read the manifest of its organization.
    if (!options.session) this.#requireKey()
  }

  /** Returns the header that authorizes a request: the session for the manifest of an organization, otherwise the key. */
  authorize(path: string): Credentials | Promise<Credentials> {
    const { session } = this.#options
    if (session && path === readOrganizationManifestOperation.path) return toCookie(session)

    const apiKey = this.#requireKey()
    return typeof apiKey === 'function' ? Promise.resolve(apiKey()).then(toBearer) : toBearer(apiKey)
  }

  /** Sends a request, and resolves with the checked body of its response. */
  send<Body>(request: RegistryRequest<Body>, options: CallOptions = {}): Promise<Body> {
    checkOptions(options, callChecks, this.redact)

    const path = { product: this.#product, ...request.parameters }
    const call: Call = {
      ...request.operation,
      action: request.action,
      prepare: () => ({ params: { path }, body: request.body }),
      credentials: () => this.authorize(request.operation.path),
      settings: resolveCallSettings(this.#settings, options),
    }
    return callService(call, (callResponse) => noteOrigin(checkBody<Body>(call, callResponse, request.schema), callResponse))
  }

  #requireKey(): NonNullable<RegistryClientOptions['apiKey']> {
    return readRequiredOption(this.#options, { option: 'apiKey', variable: 'WFHOST_REGISTRY_KEY' })
  }
}

function toBearer(apiKey: string): Credentials {
  const key = checkKey('apiKey', apiKey)
  return { header: 'authorization', value: `Bearer ${key}`, secrets: [key] }
}

const DEFAULT_COOKIE = 'console_session'

// RFC 6265, section 4.1.1. Another character would end the name, and begin a second cookie.
const isCookieName: Check = ['the name of a cookie', (value) => /^[\w!#$%&'*+.^`|~-]+$/.test(String(value))]

function toCookie(session: string | ConsoleSession): Credentials {
  const { value, cookie = DEFAULT_COOKIE, ...others }: ConsoleSession = typeof session === 'string' ? { value: session } : session
  // A misspelt member, without which the default name of the cookie would be sent.
  checkOptions(others, {})
  checkRequired('session.cookie', cookie, isCookieName)
  const secret = checkKey('session', value)
  return { header: 'cookie', value: `${cookie}=${secret}`, secrets: [secret] }
}
