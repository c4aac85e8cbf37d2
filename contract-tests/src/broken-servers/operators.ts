import { isObject, type Json } from './json.ts'

/** Changes a member of an object: its name and value, or undefined to leave it out. */
export type Operator = (name: string, value: unknown) => readonly [string, unknown] | undefined

/** What can become of a member of a recorded body without a thought about what it means. */
export const operators = {
  drop: () => undefined,
  rename: (name, value) => [`${name}_`, value],
  retype: (name, value) => [name, typeof value === 'string' ? { text: value } : 'text'],
  empty: (name, value) => [name, typeof value === 'string' ? '' : {}],
} as const satisfies Readonly<Record<string, Operator>>

/** The documented members of a body of each kind, as paths. */
export const documentedMembers = {
  success: ['status', 'result', 'stepOutputs'],
  failed: [
    'status',
    'error',
    'error/name',
    'error/value',
    'error/traceback',
    'stepOutputs',
    'stepOutputs/look-up',
    'stepOutputs/look-up/status',
    'stepOutputs/look-up/result',
    'stepOutputs/charge',
    'stepOutputs/charge/status',
    'stepOutputs/charge/error',
    'stepOutputs/charge/error/name',
    'stepOutputs/charge/error/value',
  ],
} as const

const textThatMayBeEmpty = /error\/(name|value|traceback)$/

/** Why a changed body is still legal; undefined when it is not. */
export function whyLegal(operator: keyof typeof operators, path: string): string | undefined {
  if (operator === 'empty' && textThatMayBeEmpty.test(path)) return 'a string may be empty'
  const anyJson = path === 'stepOutputs/look-up/result' && (operator === 'empty' || operator === 'retype')
  return anyJson ? 'the result of a step may be any JSON' : undefined
}

/** The body with an operator applied to one member. */
export function operate(body: Json, on: { readonly operator: Operator; readonly path: readonly string[] }): Json {
  const [head, ...rest] = on.path
  const entries = Object.entries(body).map(([name, value]): readonly [string, unknown] | undefined => {
    if (name !== head) return [name, value]
    if (rest.length === 0) return on.operator(name, value)
    return [name, isObject(value) ? operate(value, { ...on, path: rest }) : value]
  })
  return Object.fromEntries(entries.filter((entry) => entry !== undefined))
}
