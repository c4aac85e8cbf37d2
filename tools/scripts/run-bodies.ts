import type { components } from '@wfhost/openapi'

type Schemas = components['schemas']
type Steps = Schemas['StepOutputs']

export function succeededRun<Result>(result: Result, steps: Steps = {}) {
  return { status: 'success', result, ...withSteps(steps) } as const satisfies Schemas['RunSucceeded']
}

export function failedRun(error: Schemas['RunError'] = { name: 'E', value: 'v', traceback: 't' }, steps: Steps = {}) {
  return { status: 'failed', error, ...withSteps(steps) } as const satisfies Schemas['RunFailed']
}

/** The part of a run with its steps, for an expectation or for a body that is not as documented. */
export function withSteps<T>(stepOutputs: T) {
  return { stepOutputs } satisfies { readonly [Name in keyof Schemas['RunSucceeded']]?: unknown }
}
