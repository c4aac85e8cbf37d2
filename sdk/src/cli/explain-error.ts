import { commonExitCodes } from '@wfhost/internal/exit-codes'
import { OutputError } from '@wfhost/internal/standard-output'
import { findTlsRemedy } from '@wfhost/internal/system-error'
import { BatchFileError } from '../batch-file/append-file.ts'
import { MAX_RETRY_AFTER } from '../client/settings.ts'
import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  APIUserAbortError,
  ConfigurationError,
  NoPublishedToolsetsError,
  RateLimitError,
} from '../index.ts'

export const EXIT = {
  ...commonExitCodes,
  failedRun: 1,
  refused: 3,
  rateLimited: 4,
  unknown: 5,
} as const

/** The command was called in a way that it does not accept. */
export class UsageError extends Error {}

/** Returns the exit code for an error that ends a command. `wfhost --help` lists the codes. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigurationError) return EXIT.usage
  if (error instanceof OutputError || error instanceof BatchFileError) return EXIT.unwritten
  if (error instanceof RateLimitError) return EXIT.rateLimited
  if (!(error instanceof APIError)) return EXIT.usage

  if (error.mayHaveRun) return EXIT.unknown
  if (error.status === undefined) return EXIT.notReached

  const isRefusal = error.status >= 300 && error.status < 500
  return isRefusal ? EXIT.refused : EXIT.unknown
}

/** The environment variables of the options that an error of the client can name. */
const VARIABLES: Readonly<Record<string, string>> = {
  product: 'WFHOST_PRODUCT',
  session: 'WFHOST_CONSOLE_SESSION',
}

const WORKFLOW_VARIABLES = { baseUrl: 'WFHOST_BASE_URL', apiKey: 'WFHOST_API_KEY' }

const REGISTRY_VARIABLES = { baseUrl: 'WFHOST_REGISTRY_URL', apiKey: 'WFHOST_REGISTRY_KEY' }

/**
 * Returns the message of an error for the user of a command. The client names its options, such as `Cannot use baseUrl`. The user
 * does not write code, so the message names the variable that the command reads: `Cannot use WFHOST_BASE_URL`.
 */
export function messageOf(error: unknown, command: string | undefined): string {
  const serviceVariables = isOfRegistry(command) ? REGISTRY_VARIABLES : WORKFLOW_VARIABLES
  const variables = new Map(Object.entries({ ...VARIABLES, ...serviceVariables }))

  const message = error instanceof Error ? error.message : String(error)
  return message
    .replace(/: pass \w+ or set /, ': set ')
    .replace(/^Cannot use (\w+)/, (_, option: string) => `Cannot use ${variables.get(option) ?? option}`)
}

/** Lists what a user can do about an error, and a link to the documentation. */
export function findRemedies(error: unknown, command: string | undefined): string[] {
  const remedy = findRemedy(error, command)
  const page = findPage(error, command)
  return [remedy, page].filter((text) => text !== undefined)
}

/** Returns the link to the page of an error. A user who interrupts a call knows why it ended, and needs no page. */
function findPage(error: unknown, command: string | undefined): string | undefined {
  // The pages are about the service, and the command queue talks to Redis.
  if (!(error instanceof APIError) || error instanceof APIUserAbortError || command === 'queue') return undefined
  return `see ${error.docs}`
}

/** Finds a step that the user can take, as a hint or a question. */
function findRemedy(error: unknown, command: string | undefined): string | undefined {
  if (error instanceof UsageError || error instanceof ConfigurationError) return suggestHelp(error, command)
  if (!(error instanceof APIError)) return undefined

  if (error.mayHaveRun) return 'it may have run: check before you repeat it'
  if (error instanceof NoPublishedToolsetsError) return 'publish a version of a tool set to the environment of the key'
  if (error instanceof RateLimitError) return explainRateLimit(error)
  if (error instanceof APITimeoutError) return 'give it more time with --total-timeout'
  if (error instanceof APIConnectionError) return findTlsRemedy(codeOf(error)) ?? suggestAddress(command)

  return remediesOf(command)[error.status ?? 0]
}

/** Returns when the service allows the next request, and how to wait for it if the stated wait is longer than the default limit. */
function explainRateLimit({ retryAfterMs, retryAt }: RateLimitError): string | undefined {
  if (retryAfterMs === undefined || retryAt === undefined) return undefined

  const earliest = `not before ${retryAt.toISOString()}`
  if (retryAfterMs <= MAX_RETRY_AFTER) return earliest
  return `${earliest}; the command waits so long only with a longer --max-retry-after`
}

/** Returns the code of the innermost cause of an error, such as CERT_HAS_EXPIRED. Empty if that has no code. */
function codeOf(error: Error): string {
  const { cause } = error
  if (cause instanceof Error) return codeOf(cause)
  return 'code' in error ? String(error.code) : ''
}

function remediesOf(command: string | undefined): Readonly<Record<number, string>> {
  if (command === 'execute') return EXECUTE_REMEDIES
  return isOfRegistry(command) ? REGISTRY_REMEDIES : WORKFLOW_REMEDIES
}

function suggestHelp(error: Error, command: string | undefined): string {
  const help = command === undefined ? 'wfhost --help' : `wfhost ${command} --help`
  const isMissingKey = error.message.includes('WFHOST_REGISTRY_KEY')
  const alternative = command === 'manifest' && isMissingKey ? 'or WFHOST_CONSOLE_SESSION, with --org; ' : ''
  return `${alternative}${help} shows how to call it`
}

/** The variables that set a proxy, as undici reads them. */
const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']

function suggestAddress(command: string | undefined): string {
  if (command === 'queue') return 'is WFHOST_REDIS_URL right, and is Redis running?'
  const variable = isOfRegistry(command) ? 'WFHOST_REGISTRY_URL' : 'WFHOST_BASE_URL'
  const proxy = PROXY_VARIABLES.find((name) => process.env[name])
  const isProxyRunning = proxy === undefined ? '' : `; if requests use the proxy of ${proxy}, is that running?`
  return `is ${variable} right, and is the service running?${isProxyRunning}`
}

/** Whether a command calls the tool registry. All other commands call the workflow service. */
function isOfRegistry(command: string | undefined): boolean {
  return command === 'manifest' || command === 'execute' || command === 'types'
}

/** Remedies for the statuses of the workflow service. */
const WORKFLOW_REMEDIES: Readonly<Record<number, string>> = {
  400: 'are these the names and types of its arguments? --arg passes a string, --arg-json anything else',
  401: 'is WFHOST_API_KEY the key of this workflow? Each has its own, and a new key invalidates the old key immediately',
  403: 'WFHOST_API_KEY is for another workflow; each has its own key, which WFHOST_API_KEY_<FLOW> can hold',
  404: 'a workflow can be run once it is published and until it is archived; is WFHOST_BASE_URL the right service?',
}

/** Remedies for the statuses of the tool registry. */
const REGISTRY_REMEDIES: Readonly<Record<number, string>> = {
  401: 'is WFHOST_REGISTRY_KEY (or, with --org, WFHOST_CONSOLE_SESSION) valid there?',
  402: 'the organization of the key needs credits',
  403: 'does this belong to the organization of the key or the session, and does that have credits left?',
  404: 'does this belong to the organization of the key or the session, and are WFHOST_REGISTRY_URL and WFHOST_PRODUCT right?',
}

const EXECUTE_REMEDIES: Readonly<Record<number, string>> = {
  ...REGISTRY_REMEDIES,
  400: 'are these a tool and the names and types of its arguments? wfhost manifest --json shows them',
  404: 'is this a published tool? wfhost manifest lists them; if not, are WFHOST_REGISTRY_URL and WFHOST_PRODUCT right?',
}
