import { HookFailed, HookRefused, type ServerHooks } from '../target/target.ts'
import type { HookConfig, HooksConfig } from './hook-schema.ts'
import { HookTimedOut, type HookValues, RequestBroken, runHookCommand, sendHookRequest } from './run-hook.ts'

/** Creates the function of each hook from its request or command: the values that it sends, and the result that it reads. */
const hookFunctions: { readonly [Name in keyof ServerHooks]: (hook: ConfiguredHook) => ServerHooks[Name] } = {
  publishWorkflow: (hook) => (flowId) => hook.readKey({ flowId }),
  unpublishWorkflow: (hook) => (flowId) => hook.run({ flowId }),
  publishToolset: (hook) => (publication) => hook.run(publication),
  regenerateKey: (hook) => (flowId) => hook.readKey({ flowId }),
  creditBalance: (hook) => () => hook.readNumber({}),
  endedRuns: (hook) => (flowId) => hook.readNumber({ flowId }),
  limitRate:
    (hook) =>
    ({ requests, windowMs }) =>
      hook.run({ requests: String(requests), windowMs: String(windowMs) }),
}

function isHookName(name: string): name is keyof ServerHooks {
  return Object.hasOwn(hookFunctions, name)
}

type MutableHooks = { -readonly [Name in keyof ServerHooks]?: ServerHooks[Name] }

/**
 * Creates the hooks that a configuration describes. Commands run in the folder of the configuration file. No message quotes
 * the configuration or the result of a hook, because both may contain secrets.
 */
export function createHooks(hooksConfig: HooksConfig, folder: string): Partial<ServerHooks> {
  const hooks: MutableHooks = {}

  for (const [name, config] of Object.entries(hooksConfig)) {
    if (isHookName(name) && config !== undefined) addHook(hooks, name, new ConfiguredHook(name, config, folder))
  }
  return hooks
}

/** Adds one hook. The type parameter connects the name with the type of its function. */
function addHook<Name extends keyof ServerHooks>(hooks: MutableHooks, name: Name, hook: ConfiguredHook): void {
  hooks[name] = hookFunctions[name](hook)
}

/** One hook of a configuration: a command or an HTTP request. */
class ConfiguredHook {
  readonly #name: keyof ServerHooks
  readonly #config: HookConfig
  readonly #folder: string
  #hasTimedOut = false

  constructor(name: keyof ServerHooks, config: HookConfig, folder: string) {
    this.#name = name
    this.#config = config
    this.#folder = folder
  }

  async run(values: HookValues): Promise<void> {
    await this.#readResult(values)
  }

  /**
   * Calls the hook, which returns a key. No document states the format of a key (KEY-FORMAT), but white space or braces
   * show that the result is something else, such as a complete JSON object.
   */
  async readKey(values: HookValues): Promise<string> {
    const text = await this.#readResult(values)
    if (text !== '' && !/[\s{}]/.test(text)) return text

    const found = text === '' ? 'nothing' : `${text.length} characters with white space or braces`
    throw this.#createError(`expected the key alone, found ${found}; print the key only, or pick it from JSON`)
  }

  /** Calls the hook, which returns a number and changes nothing. A hook that has timed out once is not called again. */
  async readNumber(values: HookValues): Promise<number> {
    if (this.#hasTimedOut) throw this.#createError('it has timed out before, so it was not called again')

    const text = await this.#readResult(values)
    const value = Number(text)
    if (text !== '' && Number.isFinite(value)) return value

    const found = text === '' ? 'nothing' : `${text.length} characters that are not a number`
    throw this.#createError(`expected a number, found ${found}. Print only the number, or select it from JSON`)
  }

  async #readResult(values: HookValues): Promise<string> {
    const config = this.#config
    try {
      if ('command' in config) return await runHookCommand(config.command, this.#folder, values)
      return await this.#sendUnbroken(() => sendHookRequest(config, values))
    } catch (error) {
      if (error instanceof HookTimedOut) this.#hasTimedOut = true
      const message = `hooks.${this.#name}: ${error instanceof Error ? error.message : String(error)}`
      if (error instanceof HookRefused) throw new HookRefused(message, { cause: error })
      throw new HookFailed(message, { cause: error })
    }
  }

  /** Sends a request once more if its connection broke. A request that creates a key is not repeated. */
  async #sendUnbroken(send: () => Promise<string>): Promise<string> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof RequestBroken)) throw error

      const createsKey = this.#name === 'publishWorkflow' || this.#name === 'regenerateKey'
      if (!createsKey) return send()
      throw new Error(`${error.message}. It may have made a key, so it was not sent again`, { cause: error })
    }
  }

  #createError(problem: string): HookFailed {
    return new HookFailed(`hooks.${this.#name}: ${problem}`)
  }
}
