import type { TargetDescription } from '../target/connect-target.ts'
import { HookRefused, type Hooks } from '../target/target.ts'
import type { RecordedHookCall } from './conformance-report.ts'
import { changeBy, liftedRate } from './plan.ts'
import type { SuiteState } from './suite.ts'

/** What a check has to undo at its end, by the hook that did it, and what is the case if it cannot be undone. */
export type ToUndo = Map<keyof Hooks, { readonly undo: () => Promise<void>; readonly otherwise: string }>

/** What is recorded of hooks, and who wants to know of it. */
export interface HookRecording {
  readonly state: SuiteState
  readonly hooks: Hooks
  readonly toUndo: ToUndo
  /** Calls a hook, unless the run was interrupted. */
  readonly callHook: <T>(hook: PropertyKey, call: () => Promise<T>) => Promise<T>
  readonly onCall: (call: Omit<RecordedHookCall, 'afterExchanges'>) => void
}

/** Hooks whose calls are recorded. Those whose answers are keys make them secrets from then on. */
export function recordHooks(description: TargetDescription, { callHook, hooks, onCall, state, toUndo }: HookRecording): Hooks {
  const recorded: Hooks = {
    creditBalance: async () => told('creditBalance', '', await hooks.creditBalance()),
    endedRuns: async (flowId) => told('endedRuns', flowId, await hooks.endedRuns(flowId)),
    limitRate: async (limit) => {
      toUndo.set('limitRate', { undo: () => hooks.limitRate(liftedRate), otherwise: 'the rate is still limited' })
      await hooks.limitRate(limit)
      told('limitRate', `${limit.requests} requests in ${limit.windowMs} ms`, '')
    },
    publishWorkflow: async (flowId) => {
      const key = keep('PUBLISHED_KEY', await hooks.publishWorkflow(flowId))
      note('publishWorkflow', flowId)
      return told('publishWorkflow', flowId, key)
    },
    unpublishWorkflow: async (flowId) => {
      await hooks.unpublishWorkflow(flowId)
      told('unpublishWorkflow', flowId, '')
    },
    publishToolSet: async (publication) => {
      const { toolSet, version } = publication
      const { version: listed = version } = description.fixtures?.registry?.listed.find((one) => one.toolSet === toolSet) ?? {}
      const undo = () => hooks.publishToolSet({ toolSet, version: listed })
      const otherwise = `tool set ${toolSet} may be published in another version than ${listed}, which fixtures.registry lists`
      const isUndone = version === listed
      if (!isUndone) toUndo.set('publishToolSet', { undo, otherwise })
      await hooks.publishToolSet(publication).catch((error: unknown) => {
        if (!isUndone && error instanceof HookRefused) toUndo.delete('publishToolSet')
        throw error
      })
      if (isUndone) toUndo.delete('publishToolSet')
      told('publishToolSet', `${toolSet} ${version}`, '')
    },
    regenerateKey: async (flowId) => {
      const key = keep('REGENERATED_KEY', await hooks.regenerateKey(flowId))
      state.regeneratedKeys.set(flowId, key)
      note('regenerateKey', flowId)
      return told('regenerateKey', flowId, key)
    },
  }
  return new Proxy(hooks, {
    get: (target, name) => {
      // What is not declared says so here.
      if (typeof Reflect.get(target, name) !== 'function') return undefined
      return (...args: readonly unknown[]) =>
        callHook(name, async () => Reflect.apply(Reflect.get(recorded, name), undefined, args))
    },
  })

  function told<T extends string | number>(hook: keyof Hooks, given: string, answer: T): T {
    onCall({ hook, given: state.secrets.redact(given), answer: state.secrets.redact(String(answer)) })
    return answer
  }

  function note(hook: 'regenerateKey' | 'publishWorkflow', flowId: string): void {
    state.changes.add(changeBy(hook, { flowId, options: { description, secrets: state.configuredSecrets } }))
  }

  function keep(name: string, key: string): string {
    state.secrets.add(name, key)
    return key
  }
}
