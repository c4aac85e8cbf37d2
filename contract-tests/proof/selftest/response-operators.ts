import type { MockService } from '@wfhost/mock-server'
import { intercept, isObject, type Json, type MutantResponse, type Place, parseObject } from '../mutants/mutant.ts'

/** A kind of response of the reference server, and the checks that judge it. */
export interface ResponseKind {
  readonly name: string
  readonly place: Place
  readonly status: number
  readonly is: (body: Json) => boolean
  /** The check whose longest response of this kind is recorded. */
  readonly recordedBy: string
  readonly checks: readonly string[]
}

const sets = ['man-content', 'man-version', 'man-execute', 'man-skip', 'man-org', 'host-key']

/** The kinds of responses to which operators are applied. */
export const responseKinds: readonly ResponseKind[] = [
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

/** Changes every response of a kind. */
export function onKind(
  { is, place, status }: ResponseKind,
  change: (response: MutantResponse, body: Json) => Partial<MutantResponse>,
): (service: MockService) => MockService {
  return intercept([place], async (_request, { pass }) => {
    const response = await pass()
    const body = response.status === status ? parseObject(response.text) : undefined
    return body === undefined || !is(body) ? response : { ...response, ...change(response, body) }
  })
}

/** Ways to change a part of a recorded response without regard to its meaning. */
export const operators = ['drop', 'rename', 'retype', 'empty', 'reorder', 'duplicate'] as const

export type Operator = (typeof operators)[number]

/** An operator, and the path of the part that it changes: names of members and positions in lists. */
export interface Operation {
  readonly operator: Operator
  readonly path: readonly string[]
}

type Entry = readonly [name: string, value: unknown]

/** Applies an operator to a part of a body. If the body does not have the part, it stays unchanged. */
export function applyOperator(body: unknown, { operator, path }: Operation): unknown {
  const [head, ...rest] = path
  if (head === undefined) return operator === 'reorder' ? fromEntries(body, Object.entries(Object(body)).toReversed()) : body
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).flatMap(([name, value]): readonly Entry[] => {
    if (name !== head) return [[name, value]]
    if (rest.length > 0 || operator === 'reorder') return [[name, applyOperator(value, { operator, path: rest })]]
    return changed([name, value], operator)
  })
  return fromEntries(body, entries)
}

/** Lists the paths of all parts of a body, starting with the whole body. */
export function pathsOf(body: unknown): (readonly string[])[] {
  if (typeof body !== 'object' || body === null) return [[]]
  return [[], ...Object.entries(body).flatMap(([name, value]) => pathsOf(value).map((path) => [name, ...path]))]
}

function changed([name, value]: Entry, operator: Exclude<Operator, 'reorder'>): readonly Entry[] {
  if (operator === 'drop') return []
  if (operator === 'rename') return [[`${name}_`, value]]
  if (operator === 'retype') return [[name, typeof value === 'string' ? { text: value } : 'text']]
  if (operator === 'empty') return [[name, typeof value === 'string' ? '' : {}]]
  return [
    [name, value],
    [`${name}_`, value],
  ]
}

function fromEntries(body: unknown, entries: readonly Entry[]): unknown {
  // The elements of a list have no names that could be changed.
  if (Array.isArray(body)) return entries.map(([, value]) => value)
  return isObject(body) ? Object.fromEntries(entries) : body
}

/** Changes after which a response is still legal, and the reason. */
interface LegalOutcome {
  readonly kind: RegExp
  readonly operators: readonly Operator[]
  /** Matches the path, whose parts are joined by slashes. */
  readonly path: RegExp
  readonly because: string
}

const undocumented = ['rename', 'retype'] as const
const anything = ['drop', 'rename', 'retype', 'empty'] as const

// The suite has to find every change that no row lists.
const legalOutcomes: readonly LegalOutcome[] = [
  {
    kind: /./,
    operators: ['reorder'],
    path: /^(?!result\/(list(\/\d+)?|data\/(nested\/deeper|texts))$)/,
    because: 'members have no order',
  },
  {
    kind: /^(?!run that succeeded)/,
    operators: ['duplicate'],
    path: /./,
    because: 'extra fields, steps and list entries are not forbidden',
  },
  {
    kind: /^run that succeeded$/,
    operators: ['duplicate'],
    path: /^(status|result|stepOutputs|result\/[^/]+)$/,
    because: 'extra fields are not forbidden, and an echo may return more than its arguments',
  },
  {
    kind: /^failed run$/,
    operators: ['empty'],
    path: /^(error\/traceback|stepOutputs\/.*error\/(name|value))$/,
    because: 'a string may be empty where the fixtures do not say what it is',
  },
  {
    kind: /^failed run$/,
    operators: ['retype', 'empty'],
    path: /^stepOutputs\/look-up\/result$/,
    because: 'the result of a step is any JSON',
  },
  {
    kind: /^failed run$/,
    operators: anything,
    path: /^stepOutputs\/look-up\/result\/./,
    because: 'the result of a step is any JSON',
  },
  { kind: /^async start$/, operators: undocumented, path: /./, because: 'the documents do not show the place of the run ID' },
  { kind: /manifest/, operators: ['rename'], path: /./, because: 'the names of the members are not shown' },
  {
    kind: /manifest/,
    operators: ['retype'],
    path: /^(executeUrl|message|.*\/(id|name|version|type|visibility))$/,
    because: 'the source document does not show the place of a text in a manifest',
  },
  {
    kind: /manifest/,
    operators: anything,
    path: /^toolsets\/\d+\/(visibility|tools\/\d+\/parameters(\/.*)?)$/,
    because: 'no document says that a manifest has it',
  },
  {
    kind: /manifest/,
    operators: anything,
    path: /^toolsets\/\d+\/(id|name)$/,
    because: 'name and id are the same, so that the tool set is named by the other one',
  },
  {
    kind: /manifest/,
    operators: anything,
    path: /^toolsets\/\d+\/tools\/([2-9]|\d{2,})(\/.*)?$/,
    because: 'one tool makes a tool set, and the fixtures name no more than two',
  },
  {
    kind: /^organization manifest$/,
    operators: anything,
    path: /^executeUrl$/,
    because: 'that it refers to the execute endpoint is said of the manifest that belongs to a key',
  },
  {
    kind: /^organization manifest$/,
    operators: anything,
    path: /^toolsets\/([3-9]|\d\d+)(\/.*)?$/,
    because: 'nothing of it is published to the profile of a key',
  },
  { kind: /^execution$/, operators: anything, path: /^status$/, because: 'no document shows the response to an execution' },
  {
    kind: /^execution$/,
    operators: ['rename'],
    path: /./,
    because: 'the documents show that an execution has a response, but not its content',
  },
  {
    kind: /^execution$/,
    operators: ['retype'],
    path: /^result\/sent$/,
    because: 'the documents show that an execution has a response, but not its content',
  },
]

/** Returns the reason why a response is still legal after an operator, or undefined if it is not legal. */
export function whyLegal(kind: string, change: { readonly operator: Operator; readonly path: string }): string | undefined {
  const found = legalOutcomes.find(
    (row) => row.kind.test(kind) && row.operators.includes(change.operator) && row.path.test(change.path),
  )
  return found?.because
}
