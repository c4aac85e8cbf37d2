import type { MockService } from '@wfhost/mock-server'
import { type Answered, intercept, type Place } from '../../mutants/intercept.ts'
import { type Json, parseObject } from '../../mutants/json.ts'

/** A kind of answer of the reference server, and the checks that are about it. */
export interface AnswerKind {
  readonly name: string
  readonly place: Place
  readonly status: number
  readonly is: (body: Json) => boolean
  /** The check whose longest answer of this kind is the recorded one. */
  readonly recordedBy: string
  readonly checks: readonly string[]
}

const sets = ['man-content', 'man-version', 'man-execute', 'man-skip', 'man-org', 'host-key']

/** The kinds of answers to which operators are applied. */
export const answerKinds: readonly AnswerKind[] = [
  {
    name: 'run that succeeded',
    place: 'run',
    status: 200,
    is: ({ status }) => status === 'success',
    recordedBy: 'run-arg-value',
    checks: ['run-status', 'run-result', 'run-sync-body', 'run-arg-value', 'run-arg-null', 'run-json-string'],
  },
  {
    name: 'failed run',
    place: 'run',
    status: 200,
    is: ({ status }) => status === 'failed',
    recordedBy: 'run-error',
    checks: ['run-status', 'run-error', 'run-steps', 'run-steps-failed', 'run-sync-body'],
  },
  {
    name: 'async start',
    place: 'run',
    status: 200,
    is: (body) => 'runId' in body,
    recordedBy: 'run-async',
    checks: ['run-async', 'run-async-unique'],
  },
  {
    name: 'public manifest',
    place: 'public manifest',
    status: 200,
    is: () => true,
    recordedBy: 'man-content',
    checks: ['man-endpoint', ...sets],
  },
  {
    name: 'manifest for which nothing qualifies',
    place: 'public manifest',
    status: 400,
    is: () => true,
    recordedBy: 'man-empty',
    checks: ['man-empty'],
  },
  {
    name: 'organization manifest',
    place: 'organization manifest',
    status: 200,
    is: () => true,
    recordedBy: 'org-content',
    checks: ['org-endpoint', 'org-content', 'org-auth', 'org-fallback'],
  },
  {
    name: 'execution',
    place: 'execute',
    status: 200,
    is: ({ status }) => status === 'success',
    recordedBy: 'exe-endpoint',
    checks: ['exe-endpoint', 'exe-credit', 'host-env'],
  },
]

/** Changes every answer of a kind. */
export function onKind(
  { is, place, status }: AnswerKind,
  change: (given: Answered, body: Json) => Partial<Answered>,
): (service: MockService) => MockService {
  return intercept([place], async (_asked, { pass }) => {
    const given = await pass()
    const body = given.status === status ? parseObject(given.text) : undefined
    return body === undefined || !is(body) ? given : { ...given, ...change(given, body) }
  })
}
