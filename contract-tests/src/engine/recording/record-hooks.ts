import type { TargetDescription } from '../../target/create-target.ts'
import { HookFailed, HookRefused, type ServerHooks } from '../../target/target.ts'
import type { RecordedHookCall } from '../conformance-report.ts'
import { describeChange, UNLIMITED_RATE } from '../plan.ts'
import type { SuiteState } from '../suite.ts'

/** The changes that must be undone at the end of a check, by what they change: `rate`, or `toolset` and its name. */
export type PendingRestores = Map<string, PendingRestore>

interface PendingRestore {
  /** The hook that made the change. */
  readonly hook: keyof ServerHooks
  readonly restore: () => Promise<void>
  /** The state of the target if the restore fails. */
  readonly consequence: string
}

type ToolsetVersion = Parameters<ServerHooks['publishToolset']>[0]

/** The collaborators of `recordHooks`. */
export interface HookContext {
  readonly state: SuiteState
  readonly hooks: ServerHooks
  readonly pendingRestores: PendingRestores
  /** Calls a hook, unless the run was interrupted. */
  readonly callHook: <T>(hook: PropertyKey, call: () => Promise<T>) => Promise<T>
  readonly onCall: (call: Omit<RecordedHookCall, 'afterExchanges'>) => void
}

/** Returns hooks that record their calls. A key that a hook returns becomes a secret. */
export function recordHooks(description: TargetDescription, context: HookContext): ServerHooks {
  const recorder = new HookRecorder(description, { ...context, hooks: explainFailures(context.hooks) })

  return new Proxy(context.hooks, {
    get: (hooks, name) => {
      // Reading a hook that the target does not declare throws an error that names it.
      if (typeof Reflect.get(hooks, name) !== 'function') return undefined

      const hook = Reflect.get(recorder, name)
      return (...args: readonly unknown[]) => context.callHook(name, async () => Reflect.apply(hook, recorder, args))
    },
  })
}

/**
 * Returns hooks that throw `HookFailed` with their name, because a hook of a program can throw anything. A proxy, because reading a
 * hook that is not declared throws an error that names it.
 */
function explainFailures(hooks: ServerHooks): ServerHooks {
  return new Proxy(hooks, {
    get: (originalHooks, name) => {
      const hook: unknown = Reflect.get(originalHooks, name)
      if (typeof hook !== 'function') return hook

      return async (...args: readonly unknown[]) => {
        try {
          return await Reflect.apply(hook, originalHooks, args)
        } catch (error) {
          throw toHookFailed(error, String(name))
        }
      }
    },
  })
}

function toHookFailed(error: unknown, name: string): HookFailed {
  if (error instanceof HookFailed) return error

  const reason = error instanceof Error ? error.message : String(error)
  return new HookFailed(`hooks.${name}: ${reason}`, { cause: error })
}

/** The name of the secret for each kind of key that a hook returns. */
const secretNames = { publishWorkflow: 'PUBLISHED_KEY', regenerateKey: 'REGENERATED_KEY' } as const

/** Creates the restore that publishes the declared version of a tool set again. */
function createToolsetRestore(hooks: ServerHooks, declared: ToolsetVersion): PendingRestore {
  return {
    hook: 'publishToolset',
    restore: () => hooks.publishToolset(declared),
    consequence: `tool set ${declared.toolset} may be published in another version than ${declared.version}, which fixtures.registry lists`,
  }
}

/** Returns the key of a tool set among the pending restores. */
function restoreKeyOf(toolset: string): string {
  return `toolset ${toolset}`
}

class HookRecorder implements ServerHooks {
  readonly #description: TargetDescription
  readonly #context: HookContext

  constructor(description: TargetDescription, context: HookContext) {
    this.#description = description
    this.#context = context
  }

  async creditBalance(): Promise<number> {
    const balance = await this.#context.hooks.creditBalance()
    this.#record('creditBalance', '', balance)
    return balance
  }

  async endedRuns(flowId: string): Promise<number> {
    const count = await this.#context.hooks.endedRuns(flowId)
    this.#record('endedRuns', flowId, count)
    return count
  }

  async limitRate(limit: Parameters<ServerHooks['limitRate']>[0]): Promise<void> {
    const { hooks, pendingRestores } = this.#context
    pendingRestores.set('rate', {
      hook: 'limitRate',
      restore: () => hooks.limitRate(UNLIMITED_RATE),
      consequence: 'the rate is still limited',
    })

    await hooks.limitRate(limit)
    this.#record('limitRate', `${limit.requests} requests in ${limit.windowMs} ms`)
  }

  async publishWorkflow(flowId: string): Promise<string> {
    const key = await this.#context.hooks.publishWorkflow(flowId)
    this.#keepKey('publishWorkflow', flowId, key)
    return key
  }

  async unpublishWorkflow(flowId: string): Promise<void> {
    await this.#context.hooks.unpublishWorkflow(flowId)
    this.#record('unpublishWorkflow', flowId)
  }

  /**
   * Publishes a version of a tool set, and records the call. If it is not the version that the fixtures declare, a restore
   * publishes the declared one again at the end of the check. A tool set that the fixtures do not declare has no restore.
   */
  async publishToolset(publication: ToolsetVersion): Promise<void> {
    const { toolset, version } = publication
    const declaredVersion = this.#findDeclaredVersion(toolset)

    if (declaredVersion !== undefined && version !== declaredVersion) {
      await this.#publishOtherVersion(publication, declaredVersion)
    } else {
      await this.#context.hooks.publishToolset(publication)
      // The declared version is published now, so nothing is left to restore.
      this.#context.pendingRestores.delete(restoreKeyOf(toolset))
    }
    this.#record('publishToolset', `${toolset} ${version}`)
  }

  /** Publishes another version than the declared one, and notes how to restore the declared one. */
  async #publishOtherVersion(publication: ToolsetVersion, declaredVersion: string): Promise<void> {
    const { hooks, pendingRestores } = this.#context
    const { toolset } = publication
    const restoreKey = restoreKeyOf(toolset)
    const isRestorePending = pendingRestores.has(restoreKey)

    // Added before the call, because a call that fails, for example with a lost response, may have published the version.
    pendingRestores.set(restoreKey, createToolsetRestore(hooks, { toolset, version: declaredVersion }))

    try {
      await hooks.publishToolset(publication)
    } catch (error) {
      // A refused publication changed nothing. A restore that was pending before is still needed.
      if (error instanceof HookRefused && !isRestorePending) pendingRestores.delete(restoreKey)
      throw error
    }
  }

  async regenerateKey(flowId: string): Promise<string> {
    const { hooks, state } = this.#context
    const key = await hooks.regenerateKey(flowId)
    state.regeneratedKeys.set(flowId, key)
    this.#keepKey('regenerateKey', flowId, key)
    return key
  }

  #findDeclaredVersion(toolset: string): string | undefined {
    const listed = this.#description.fixtures?.registry?.listed ?? []
    return listed.find((entry) => entry.toolset === toolset)?.version
  }

  /** Makes a key a secret, and records that the hook changed the workflow for the next run. */
  #keepKey(hook: 'regenerateKey' | 'publishWorkflow', flowId: string, key: string): void {
    const { state } = this.#context
    state.secrets.add(secretNames[hook], key)

    const options = { description: this.#description, secrets: state.configuredSecrets }
    state.remainingChanges.add(describeChange(hook, { flowId, options }))
    this.#record(hook, flowId, key)
  }

  #record(hook: keyof ServerHooks, input: string, result: string | number = ''): void {
    const { redact } = this.#context.state.secrets
    this.#context.onCall({ hook, arguments: redact(input), result: redact(String(result)) })
  }
}
