import { HookFailed, HookRefused, type Hooks } from '../target/target.ts'
import type { HookConfig, HooksConfig } from './hook-schema.ts'
import { type HookValues, RequestBroken, runHookCommand, sendHookRequest } from './run-hook.ts'

/**
 * Creates the hooks that a configuration describes. Commands run in the folder. No message quotes the configuration or the
 * result of a hook, because both may contain secrets.
 */
export function createHooks(configs: HooksConfig, folder: string): Partial<Hooks> {
  const hooks: { -readonly [Name in keyof Hooks]?: Hooks[Name] } = {}
  const create = (name: keyof Hooks, config: HookConfig) => new ConfiguredHook(name, config, folder)

  if (configs.publishWorkflow !== undefined) {
    const hook = create('publishWorkflow', configs.publishWorkflow)
    hooks.publishWorkflow = (flowId) => hook.readKey({ flowId })
  }

  if (configs.unpublishWorkflow !== undefined) {
    const hook = create('unpublishWorkflow', configs.unpublishWorkflow)
    hooks.unpublishWorkflow = (flowId) => hook.run({ flowId })
  }

  if (configs.publishToolset !== undefined) {
    const hook = create('publishToolset', configs.publishToolset)
    hooks.publishToolset = (publication) => hook.run(publication)
  }

  if (configs.regenerateKey !== undefined) {
    const hook = create('regenerateKey', configs.regenerateKey)
    hooks.regenerateKey = (flowId) => hook.readKey({ flowId })
  }

  if (configs.creditBalance !== undefined) {
    const hook = create('creditBalance', configs.creditBalance)
    hooks.creditBalance = () => hook.readNumber({})
  }

  if (configs.endedRuns !== undefined) {
    const hook = create('endedRuns', configs.endedRuns)
    hooks.endedRuns = (flowId) => hook.readNumber({ flowId })
  }

  if (configs.limitRate !== undefined) {
    const hook = create('limitRate', configs.limitRate)
    hooks.limitRate = ({ requests, windowMs }) => hook.run({ requests: String(requests), windowMs: String(windowMs) })
  }

  return hooks
}

/** One hook of a configuration: a command or an HTTP request. */
class ConfiguredHook {
  readonly #name: keyof Hooks
  readonly #config: HookConfig
  readonly #folder: string

  constructor(name: keyof Hooks, config: HookConfig, folder: string) {
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

  async readNumber(values: HookValues): Promise<number> {
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
