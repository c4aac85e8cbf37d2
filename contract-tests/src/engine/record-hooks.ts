import type { TargetDescription } from '../target/connect-target.ts'
import type { Hooks } from '../target/target.ts'
import type { RecordedHookCall } from './conformance-report.ts'
import { changeBy } from './plan.ts'
import type { SuiteState } from './suite.ts'

/** What is recorded of hooks, and who wants to know of it. */
export interface HookRecording {
  readonly state: SuiteState
  readonly hooks: Hooks
  readonly onLimit: () => void
  /** Calls a hook, unless the run was interrupted. */
  readonly callHook: <T>(call: () => Promise<T>) => Promise<T>
  readonly onCall: (call: Omit<RecordedHookCall, 'afterExchanges'>) => void
}

/** Hooks whose calls are recorded. Those whose answers are keys make them secrets from then on. */
export function recordHooks(description: TargetDescription, { callHook, hooks, onCall, onLimit, state }: HookRecording): Hooks {
  const { hooks: declared = {} } = description
  const { creditBalance, endedRuns, limitRate, publishToolSet, publishWorkflow, regenerateKey, unpublishWorkflow } = declared
  const recorded: Partial<Hooks> = {
    ...(creditBalance && {
      creditBalance: async () => told('creditBalance', { given: '', answer: await creditBalance() }),
    }),
    ...(endedRuns && {
      endedRuns: async (flowId) => told('endedRuns', { given: flowId, answer: await endedRuns(flowId) }),
    }),
    ...(limitRate && {
      limitRate: async (limit) => {
        onLimit()
        await limitRate(limit)
        told('limitRate', { given: `${limit.requests} requests in ${limit.windowMs} ms`, answer: '' })
      },
    }),
    ...(publishWorkflow && {
      publishWorkflow: async (flowId) => {
        const key = keep('PUBLISHED_KEY', await publishWorkflow(flowId))
        note('publishWorkflow', flowId)
        return told('publishWorkflow', { given: flowId, answer: key })
      },
    }),
    ...(unpublishWorkflow && {
      unpublishWorkflow: async (flowId) => {
        await unpublishWorkflow(flowId)
        told('unpublishWorkflow', { given: flowId, answer: '' })
      },
    }),
    ...(publishToolSet && {
      publishToolSet: async (publication) => {
        await publishToolSet(publication)
        told('publishToolSet', { given: `${publication.toolSet} ${publication.version}`, answer: '' })
      },
    }),
    ...(regenerateKey && {
      regenerateKey: async (flowId) => {
        const key = keep('REGENERATED_KEY', await regenerateKey(flowId))
        state.regeneratedKeys.set(flowId, key)
        note('regenerateKey', flowId)
        return told('regenerateKey', { given: flowId, answer: key })
      },
    }),
  }
  // What is not declared still says so, by the hooks of the target.
  return new Proxy(hooks, {
    get: (target, name) => {
      const hook = Reflect.get(recorded, name)
      if (typeof hook !== 'function') return Reflect.get(target, name)
      return (...args: readonly unknown[]) => callHook(async () => Reflect.apply(hook, undefined, args))
    },
  })

  function told<T extends string | number>(hook: keyof Hooks, call: { readonly given: string; readonly answer: T }): T {
    onCall({ hook, given: state.secrets.redact(call.given), answer: state.secrets.redact(String(call.answer)) })
    return call.answer
  }

  function note(hook: 'regenerateKey' | 'publishWorkflow', flowId: string): void {
    state.changes.add(changeBy(hook, { flowId, options: { description, secrets: state.configuredSecrets } }))
  }

  function keep(name: string, key: string): string {
    state.secrets.add(name, key)
    return key
  }
}
