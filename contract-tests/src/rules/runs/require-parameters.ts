import { parseJson } from '../../parse-json.ts'
import { operationUrl, runWorkflow } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { ParameterType, Target } from '../../target/target.ts'
import { isSuccess } from '../expectations.ts'
import { PreconditionError, RuleViolation } from '../rule.ts'
import { findParameterName, parameterTypes, validValues } from './echoes.ts'

/** The statuses with which a server refuses arguments. The document requires 400, and many frameworks send 422. */
const refusalStatuses: readonly number[] = [400, 422]

/**
 * Finds out whether a refused run shows a wrong name in `fixtures.echo.parameters`. Returns if the server accepts each of these
 * parameters alone, or if the exchange is something else than a refused run of the echo workflow.
 *
 * The precondition is a run with a harmless value of the declared type. It is sent only after a refusal, so it costs nothing on
 * a conforming server.
 *
 * @throws {PreconditionError} if the server refuses values of all types with the same words, or accepts another type
 * @throws {RuleViolation} if the server has a parameter of this name, and refuses its value
 */
export async function requireParameters(target: Target, exchange: Exchange | undefined): Promise<void> {
  if (exchange === undefined || !isRefused(exchange)) return

  const types = listSentTypes(target, exchange)
  if (types.length === 0) return

  // A workflow that refuses each run says nothing about its parameters.
  const runWithoutParameters = await runOnce(target, {})
  if (isRefused(runWithoutParameters)) return

  for (const type of types) await requireParameter(target, { type, refusedExchange: exchange })
}

function isRefused({ status }: Exchange): boolean {
  return refusalStatuses.includes(status)
}

/** Lists the types whose declared parameter is among the arguments of a run of the echo workflow. */
function listSentTypes(target: Target, { request }: Exchange): readonly ParameterType[] {
  if (!('echo' in target.fixtures)) return []

  const { flowId, parameters } = target.fixtures.echo
  if (request.url !== operationUrl(target, 'runPublishedWorkflow', { flowId })) return []

  const { args } = Object(parseJson(request.body ?? ''))
  const names = new Set(Array.isArray(args) ? args.map((argument: unknown) => Object(argument).name) : [])
  return parameterTypes.filter((type) => names.has(parameters[type]))
}

interface SentParameter {
  readonly type: ParameterType
  /** The refused run with this parameter. */
  readonly refusedExchange: Exchange
}

/**
 * Runs the echo workflow with a value for one declared parameter, and requires that the server accepts it.
 *
 * @throws {PreconditionError} if the configuration probably names a parameter that the workflow does not have
 * @throws {RuleViolation} if the server has the parameter, and refuses a valid value of its type
 */
async function requireParameter(target: Target, { refusedExchange, type }: SentParameter): Promise<void> {
  const name = findParameterName(target, type)
  const args = { [name]: validValues[type] }

  // `runOnce` returns the exchange of an earlier check if there is one. A report shows only the exchanges of its own check.
  const isSentByEarlierCheck = target.sharedExchanges.has(describeArgs(target, args))
  const exchange = await runOnce(target, args)
  if (!isRefused(exchange)) return

  const reportedExchange = isSentByEarlierCheck ? refusedExchange : exchange
  const reason = await findConfigurationError(target, { exchange, type, name })
  if (reason !== undefined) throw new PreconditionError(describeWrongParameter({ type, name, reason }), reportedExchange)
  throw new RuleViolation(describeRefusedValue({ type, name, status: exchange.status }), reportedExchange)
}

interface NamedParameter {
  readonly type: ParameterType
  readonly name: string
}

function describeWrongParameter({ name, reason, type }: NamedParameter & { readonly reason: string }): string {
  const expected = `expected fixtures.echo.parameters.${type} to name a parameter of type ${type}`
  return `${expected}, found "${name}", ${reason}. ${describeParameterRemedy(type)}`
}

function describeRefusedValue({ name, status, type }: NamedParameter & { readonly status: number }): string {
  const request = `a run with ${JSON.stringify(validValues[type])} as ${name}, the parameter of type ${type}`
  const member = `fixtures.echo.parameters.${type}`
  const causes = `Either the server refuses ${type}s, or ${member} names a parameter that takes only some of them`
  return `expected status 200 to ${request}, found ${status}. ${causes}`
}

interface RefusedParameter extends NamedParameter {
  readonly exchange: Exchange
}

/**
 * Returns why a refused parameter is probably an error in the configuration, as a clause about its name. Returns undefined if the
 * refusal depends on the type of the value: the server then has the parameter.
 */
async function findConfigurationError(target: Target, { exchange, name, type }: RefusedParameter): Promise<string | undefined> {
  const refusals = new Set([describeRefusal(exchange)])

  for (const otherType of parameterTypes.filter((other) => other !== type)) {
    const runWithOtherType = await runOnce(target, { [name]: validValues[otherType] })
    if (isSuccess(runWithOtherType)) {
      return `which accepts a value of type ${otherType}, and gets ${exchange.status} for type ${type}`
    }
    refusals.add(describeRefusal(runWithOtherType))
  }

  // A server refuses an unknown name before it looks at the value.
  return refusals.size === 1 ? `which gets the same ${exchange.status} for a value of each type` : undefined
}

/** A time or a random ID: a word with a digit, or with a capital letter in its middle. */
const RANDOM_WORD = /[\w-]*(?:\d|[a-z][A-Z]|[A-Z][a-z]+[A-Z])[\w-]*/g

/** Describes a refusal without the sent values, and without times and random IDs, which differ between equal refusals. */
function describeRefusal({ status, text }: Exchange): string {
  // Some frameworks write JSON with spaces.
  let words = text.replace(/(?<=[{[:,])\s+|\s+(?=[}\]])/g, '')
  // All values are removed from each text, because a text can contain one of them by chance, such as `true`.
  for (const value of Object.values(validValues)) words = words.replaceAll(JSON.stringify(value), '')
  return `${status} ${words.replace(RANDOM_WORD, '#')}`
}

/** Returns what to do if the name of a declared parameter is probably wrong. */
export function describeParameterRemedy(type: string): string {
  return `Correct the name, or remove it if the workflow has no parameter of type ${type}. If the name is right, the server refuses ${type}s`
}

/** Sends a run of the echo workflow, unless an earlier check has sent the same. */
function runOnce(target: Target, args: Readonly<Record<string, unknown>>): Promise<Exchange> {
  const { echo: workflow } = target.fixtures
  const key = describeArgs(target, args)

  const exchange = target.sharedExchanges.get(key) ?? runWorkflow(target, { workflow, args: { ...workflow.args, ...args } })
  target.sharedExchanges.set(key, exchange)
  // A request without a response explains nothing, so a later check sends it again.
  exchange.catch(() => target.sharedExchanges.delete(key))
  return exchange
}

/** Returns the key of a shared exchange. */
function describeArgs({ fixtures }: Target, args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ ...fixtures.echo.args, ...args })
}
