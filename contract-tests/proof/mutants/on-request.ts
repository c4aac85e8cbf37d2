import type { MockService } from '@wfhost/mock-server'
import { type Asked, answer, intercept, type Place } from './intercept.ts'
import type { Json } from './json.ts'
import { parseObject } from './json.ts'

/** An argument of a run as it was sent. */
export type Argument = Readonly<Record<string, unknown>>

/** Changes a request on its way to the service; undefined leaves it alone. */
export function onRequest(
  places: readonly Place[],
  change: (asked: Asked, service: MockService) => Partial<Asked> | undefined,
): (service: MockService) => MockService {
  return intercept(places, (asked, { pass, service }) => pass(change(asked, service)))
}

/** Changes the body of a run request that is a JSON object. */
export function onRunBody(change: (body: Json) => unknown): (service: MockService) => MockService {
  return onRequest(['run'], ({ text }) => {
    const body = parseObject(text)
    return body === undefined ? undefined : { text: JSON.stringify(change(body)) }
  })
}

/** Changes the arguments of a run, one by one. */
export function onArguments(
  change: (argument: Argument) => Argument | readonly Argument[],
): (service: MockService) => MockService {
  return onRunBody((body) => (Array.isArray(body['args']) ? { ...body, args: body['args'].flatMap(change) } : body))
}

/** Changes the values of the arguments of a run. */
export function onValues(change: (value: unknown) => unknown): (service: MockService) => MockService {
  return onArguments((argument) => ('value' in argument ? { ...argument, value: change(argument['value']) } : argument))
}

/** Refuses the requests that a condition holds for, whatever the service says. */
export function refuse(
  refusal: { readonly at: Place; readonly status: number },
  when: (asked: Asked, service: MockService) => boolean,
): (service: MockService) => MockService {
  return intercept([refusal.at], (asked, { pass, service }) =>
    when(asked, service) ? answer(refusal.status, { message: 'Refused' }) : pass(),
  )
}

/** The request with another key. */
export function withKey({ headers }: Asked, key: string | undefined): Partial<Asked> | undefined {
  if (key === undefined) return undefined
  const changed = new Headers(headers)
  changed.set('authorization', `Bearer ${key}`)
  return { headers: changed }
}

/** The token of a request, whatever the scheme. */
export function tokenOf({ headers }: Asked): string {
  return /^\S+ +(\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

/** The key of a request with the scheme Bearer. */
export function bearerOf({ headers }: Asked): string {
  return /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

/** The workflow that a run request names. */
export function flowIdOf({ url }: Asked): string {
  return decodeURIComponent(/\/flows\/([^/]+)\//.exec(url.pathname)?.[1] ?? '')
}

/** The key of the workflow that a run request names. */
export function rightKey(asked: Asked, service: MockService): string | undefined {
  return service.workflowKey(flowIdOf(asked))
}
