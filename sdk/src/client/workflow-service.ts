import type { Redact } from '@wfhost/internal/redacted-text'
import { ConfigurationError } from '../errors/configuration-error.ts'
import type { Credentials } from '../transport/call.ts'
import { checkKey } from './check-options.ts'
import type { ClientSettings } from './settings.ts'

/**
 * The keys of workflows: a string, a map by flowId, or a function.
 *
 * A function is called for each call, and once more after a 401, because a regenerated key is invalid immediately
 * (KEY-REGENERATED). A key is visible ASCII. Keys of four characters or more are redacted in all output.
 */
export type WorkflowKey = string | Readonly<Record<string, string>> | ((flowId: string) => string | Promise<string>)

interface WorkflowServiceOptions {
  readonly settings: ClientSettings
  readonly apiKey: WorkflowKey
  readonly redact: Redact
}

/** The workflow service of one client, and the keys of its workflows. */
export class WorkflowService {
  readonly settings: ClientSettings
  readonly redact: Redact
  readonly #apiKey: WorkflowKey

  constructor({ apiKey, redact, settings }: WorkflowServiceOptions) {
    this.settings = settings
    this.redact = redact
    this.#apiKey = apiKey
  }

  /**
   * Returns the header with the key of a workflow. Only a key function that is asynchronous leads to a promise.
   *
   * @param flowId - Empty for a request by `api` whose path has no flowId.
   */
  authorize(flowId: string): Credentials | Promise<Credentials> {
    const key = findKey(this.#apiKey, flowId)
    if (typeof key !== 'object') return this.#toCredentials(flowId, key)
    return Promise.resolve(key).then((resolvedKey) => this.#toCredentials(flowId, resolvedKey))
  }

  #toCredentials(flowId: string, key: string | undefined): Credentials {
    const apiKey = this.#apiKey
    const subject = flowId === '' ? 'a path without flowId' : `workflow ${flowId}`
    if (!key) throw new ConfigurationError(`Cannot use apiKey: it has no key for ${subject}`)

    const value = `Bearer ${checkKey(`apiKey for ${subject}`, key)}`
    // All keys of a map are redacted, because a service can name any of them in an error.
    const secrets = typeof apiKey === 'object' ? Object.values(apiKey).filter((secret) => secret) : [key]
    return { header: 'authorization', value, secrets }
  }
}

/** Finds the key of a workflow. A key function can return a promise. */
function findKey(apiKey: WorkflowKey, flowId: string): string | undefined | Promise<string> {
  if (typeof apiKey === 'string') return apiKey
  if (typeof apiKey === 'function') return apiKey(flowId)
  return Object.hasOwn(apiKey, flowId) ? apiKey[flowId] : undefined
}
