import { describeType } from '@wfhost/internal/redacted-text'
import { canonicalJson, type JsonObject } from '../core/json.ts'
import { type Parameter, parameterType } from '../schema/workflow.ts'
import type { Outcome } from './read-exchange.ts'

/** Told where a world answers otherwise than the recording. */
export type Tell = (line: string) => void

/** What was asked and answered once, of a run, a step or a tool. */
export interface Told {
  readonly args: JsonObject
  readonly outcome: Outcome
}

/** Always the same; one after the other where the arguments are the same; or by the arguments, the last time that counts. */
export function happening(told: readonly Told[], subject: string, tell: Tell): object {
  const byArguments = lastByArguments(told, subject, () => {})
  const outcomes = new Set(told.map(({ outcome }) => canonicalJson(outcome)))
  if (outcomes.size <= 1) return told[0]?.outcome ?? { result: null }
  if (byArguments.length === 1) return { sequence: told.map(({ outcome }) => outcome) }
  return { cases: casesOf(lastByArguments(told, subject, tell)) }
}

/** A tool tells no story. */
export function toolHappening(told: readonly Told[], subject: string, tell: Tell): object {
  return happening(lastByArguments(told, subject, tell), subject, tell)
}

function lastByArguments(told: readonly Told[], subject: string, tell: Tell): Told[] {
  const last = new Map(told.map((each) => [canonicalJson(each.args), each]))
  const differs = ({ args, outcome }: Told): boolean =>
    canonicalJson(last.get(canonicalJson(args))?.outcome) !== canonicalJson(outcome)
  if (told.some(differs)) tell(`${subject} answers the same arguments always as it did last`)
  return [...last.values()]
}

function casesOf(told: readonly Told[]): object[] {
  // What asks for more arguments would not be reached after what asks for fewer of them.
  const cases = told.toSorted((one, other) => countOf(other) - countOf(one))
  return cases.map(({ args, outcome }) => ({ ...(countOf({ args }) === 0 ? {} : { args }), ...outcome }))
}

function countOf({ args }: Pick<Told, 'args'>): number {
  return Object.keys(args).length
}

export function parametersOf(asked: readonly JsonObject[], subject: string, tell: Tell): Parameter[] {
  const names = [...new Set(asked.flatMap((args) => Object.keys(args)))]
  return names.map((name) => {
    const given = asked.flatMap((args) => (Object.hasOwn(args, name) ? [describeType(args[name])] : []))
    const type = parameterType.options.find((known) => known === given.find((each) => each !== 'null')) ?? 'string'
    const others = new Set(given.filter((each) => each !== type))
    if (others.size > 0) tell(`argument ${name} of ${subject} has to be a ${type}, and was also ${[...others].join(', ')}`)
    return { name, type, ...(given.length === asked.length ? { required: true } : {}) }
  })
}
