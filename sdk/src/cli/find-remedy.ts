import {
  APIConnectionError,
  APIError,
  APITimeoutError,
  ConfigurationError,
  NoPublishedToolsetsError,
  RateLimitError,
} from '../index.ts'
import type { CommandName } from './command-line.ts'
import { UsageError } from './usage-error.ts'

/** Finds what a user can do about an error, where that is known. */
export function findRemedy(error: unknown, command: CommandName | undefined): string | undefined {
  const named = (error instanceof UsageError ? error.command : undefined) ?? command
  if (error instanceof UsageError || error instanceof ConfigurationError) {
    const also = command === 'org-manifest' && error.message.includes('WFHOST_REGISTRY_KEY') ? 'or WFHOST_CONSOLE_SESSION; ' : ''
    return `${also}wfhost ${named === undefined ? '' : `${named} `}--help shows how to call it`
  }
  if (!(error instanceof APIError)) return undefined
  if (error.mayHaveRun) return 'it may have run: check before you repeat it'
  if (error instanceof NoPublishedToolsetsError) return 'publish a version of a tool set to the environment of the key'
  if (error instanceof RateLimitError) {
    return error.retryAt === undefined ? undefined : `not before ${error.retryAt.toISOString()}`
  }
  const registry = command === 'manifest' || command === 'org-manifest' || command === 'execute'
  if (error instanceof APITimeoutError) return 'give it more time with --deadline'
  if (error instanceof APIConnectionError) {
    return `is ${registry ? 'WFHOST_REGISTRY_URL' : 'WFHOST_BASE_URL'} right, and is the service running?`
  }
  return (registry ? REGISTRY : WORKFLOW)[error.status ?? 0]
}

const WORKFLOW: Readonly<Record<number, string>> = {
  400: 'are these the names and types of its arguments? --arg passes a string, --arg-json anything else',
  401: 'is WFHOST_API_KEY the key of this workflow? Each has its own, and a new key invalidates the old one at once',
  403: 'WFHOST_API_KEY is for another workflow; each has its own key',
  404: 'a workflow can be run once it is published and until it is archived; is WFHOST_BASE_URL the right service?',
}

const REGISTRY: Readonly<Record<number, string>> = {
  401: 'is WFHOST_REGISTRY_KEY (or, for org-manifest, WFHOST_CONSOLE_SESSION) valid there?',
  402: 'the organization of the key needs credits',
  403: 'does this belong to the organization of the key or the session, and does that have credits left?',
  404: 'does this belong to the organization of the key or the session, and is WFHOST_REGISTRY_URL its registry?',
}
