import { excerpt, type Redact } from '@wfhost/internal/redacted-text'
import { type RunRequest, runWorkflow } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import { requireMember } from '../../target/optional-members.ts'
import type { ParameterType, Target } from '../../target/target.ts'
import { type Difference, expectObjectBody, expectStatus, firstDifference, isObject, verifyEach } from '../expectations.ts'
import { RuleViolation } from '../rule.ts'

/** The types that an argument may have (section 2.2). */
export const parameterTypes = ['string', 'number', 'boolean', 'object', 'array'] as const satisfies readonly ParameterType[]

/** A harmless value of each type. */
export const validValues = { string: 'text', number: 7, boolean: true, object: { a: 1 }, array: [1] } as const

/**
 * Returns the name of the parameter of the echo workflow that has a type.
 *
 * @throws {NotDeclared} if the workflow has no such parameter.
 */
export function findParameterName(target: Target, type: ParameterType): string {
  requireMember(target, [`echo.parameters.${type}`])
  return target.fixtures.echo.parameters[type] ?? ''
}

/**
 * Blocks the rule unless the echo workflow has a parameter of one of the types. Without one, the rule would send no value.
 *
 * @throws {NotDeclared} for the first type.
 */
export function requireAnyParameter(target: Target, [first, ...others]: readonly [ParameterType, ...ParameterType[]]): void {
  const nameMember = (type: ParameterType) => `echo.parameters.${type}` as const
  requireMember(target, [nameMember(first), ...others.map(nameMember)])
}

/** The values of arguments, by the types of their parameters. */
export type ValuesByType = Readonly<Partial<Record<ParameterType, unknown>>>

/** Creates arguments of the echo workflow from values. It leaves out each value whose type has no parameter. */
export function argumentsOf({ fixtures }: Target, values: ValuesByType): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const type of parameterTypes) {
    const name = fixtures.echo.parameters[type]
    if (name !== undefined && type in values) args[name] = values[type]
  }
  return args
}

/** Runs the echo workflow with arguments, and fails the rule unless the result has each argument unchanged. */
export async function expectEchoed(target: Target, args: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, args })
  expectStatus(exchange, 200, `a run with ${Object.keys(args).join(', ')}`)
  await expectArguments(exchange, args)
  return exchange
}

/** Fails the rule unless the result of a run has the arguments that were sent. */
export async function expectArguments(exchange: Exchange, args: NonNullable<RunRequest['args']>): Promise<void> {
  const result = readResult(exchange)

  await verifyEach(Object.entries(args), async ([name, sentValue]) => {
    const foundValue = isObject(result) && Object.hasOwn(result, name) ? result[name] : undefined
    const difference = firstDifference(sentValue, foundValue)
    if (difference === undefined) return

    const describe = (redact: Redact) =>
      `expected argument ${name} unchanged in the result, found ${describeDifference(difference, redact)}`
    throw new RuleViolation(describe, exchange)
  })
}

/** Returns the result of a run. Its text is parsed again, because the body of an exchange has long numbers as strings. */
export function readResult(exchange: Exchange): unknown {
  expectObjectBody(exchange)
  return JSON.parse(exchange.text.replace(/^\ufeff/, '')).result
}

/** How much of a long text is quoted, in characters. */
const LONGEST_QUOTE = 100

/** Describes a difference, with its place. */
export function describeDifference({ found, pointer, sent }: Difference, redact: Redact): string {
  const place = pointer === '' ? '' : ` at ${pointer}`

  const isLongText = typeof sent === 'string' && typeof found === 'string' && sent.length > LONGEST_QUOTE
  if (isLongText) return `${describeTextDifference(sent, found, redact)}${place}`
  return `${quote(found, redact)} instead of ${quote(sent, redact)}${place}`
}

/** Describes where two long texts begin to differ, with ten characters of each. */
function describeTextDifference(sent: string, found: string, redact: Redact): string {
  const foundCharacters = [...redact(found)]
  const sentCharacters = [...sent, '']
  const index = sentCharacters.findIndex((character, position) => character !== foundCharacters[position])

  const quoteFrom = (characters: readonly string[]) => JSON.stringify(characters.slice(index, index + 10).join(''))
  const lengths = `${found.length} characters instead of ${sent.length}`
  return `${lengths}, ${quoteFrom(foundCharacters)} instead of ${quoteFrom(sentCharacters)} from character ${index} on`
}

function quote(value: unknown, redact: Redact): string {
  return excerpt(redact(JSON.stringify(value) ?? 'nothing'), LONGEST_QUOTE)
}
