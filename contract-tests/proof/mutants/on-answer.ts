import type { MockService } from '@wfhost/mock-server'
import { type Answered, type Asked, intercept, type Place } from './intercept.ts'
import { isObject, type Json, parseObject } from './json.ts'

/** Changes an answer of the service; undefined leaves it alone. */
export function onAnswer(
  places: readonly Place[],
  change: (given: Answered, asked: Asked) => Partial<Answered> | undefined,
): (service: MockService) => MockService {
  return intercept(places, async (asked, { pass }) => {
    const given = await pass()
    return { ...given, ...change(given, asked) }
  })
}

/** Answers with another status wherever the service would answer with one. */
export function onStatus(
  from: { readonly at: readonly Place[]; readonly status: number },
  to: number,
): (service: MockService) => MockService {
  return onAnswer(from.at, ({ status }) => (status === from.status ? { status: to } : undefined))
}

/** Changes the JSON object of an answer with status 200. */
export function onBody(
  places: readonly Place[],
  change: (body: Json, asked: Asked) => unknown,
): (service: MockService) => MockService {
  return onAnswer(places, ({ status, text }, asked) => {
    const body = status === 200 ? parseObject(text) : undefined
    return body === undefined ? undefined : { text: JSON.stringify(change(body, asked)) }
  })
}

/** Changes the result of a run that has ended with one of the two statuses. */
export function onResult(ended: 'success' | 'failed', change: (body: Json) => unknown): (service: MockService) => MockService {
  return onBody(['run'], (body) => (body['status'] === ended ? change(body) : body))
}

/** Changes the answer to an async start. */
export function onStart(change: (body: Json) => unknown): (service: MockService) => MockService {
  return onBody(['run'], (body) => ('runId' in body && !('stepOutputs' in body) ? change(body) : body))
}

/** Changes the steps of every run that has ended. */
export function onSteps(change: (step: Json, id: string) => unknown): (service: MockService) => MockService {
  return onBody(['run'], (body) => {
    const { stepOutputs } = body
    if (!isObject(stepOutputs)) return body
    const steps = Object.entries(stepOutputs).map(([id, step]) => [id, change(isObject(step) ? step : {}, id)] as const)
    return { ...body, stepOutputs: Object.fromEntries(steps.filter(([, step]) => step !== undefined)) }
  })
}

/** Changes the tool sets that a manifest lists. */
export function onToolSets(
  places: readonly Place[],
  change: (toolSets: readonly Json[], asked: Asked) => readonly unknown[],
): (service: MockService) => MockService {
  return onBody(places, (body, asked) => ({
    ...body,
    toolsets: change(Array.isArray(body['toolsets']) ? body['toolsets'].filter(isObject) : [], asked),
  }))
}
