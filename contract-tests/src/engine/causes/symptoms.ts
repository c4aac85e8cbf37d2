import type { CheckResult, CheckVerdict, RecordedExchange } from '../conformance-report.ts'
import { findFailedExchange } from '../failed-exchange.ts'
import { operationOfPath } from '../operation-of-path.ts'
import { isEndlessLimit, isHtmlPage } from './hints.ts'

/** The verdicts that a reader acts on. Causes with failures come first. */
export const actionableVerdicts = ['fail', 'error', 'warn', 'blocked'] as const satisfies readonly CheckVerdict[]

type ActionableVerdict = (typeof actionableVerdicts)[number]

export type ActionableCheck = CheckResult & { readonly verdict: ActionableVerdict }

/** Returns whether a reader acts on a check. */
export function isActionable(check: CheckResult): check is ActionableCheck {
  return actionableVerdicts.some((verdict) => verdict === check.verdict)
}

/** The features that a check shares with others that have the same cause. */
type Symptom =
  /** The configuration lacks this member. */
  | { readonly kind: 'undeclared-member'; readonly traits: Traits; readonly configMember: string }
  /** The configuration names a parameter for which the server refuses a harmless value. */
  | { readonly kind: 'refused-parameter'; readonly traits: Traits; readonly configMember: string }
  /** Each endpoint refuses this key. */
  | { readonly kind: 'refused-key'; readonly traits: Traits; readonly keyName: string }
  /** The result of a run is inside another value. */
  | { readonly kind: 'wrapped-run'; readonly traits: Traits; readonly found: string }
  | { readonly kind: RefusalSymptomKind; readonly traits: Traits; readonly expectedStatuses: readonly number[] }
  | { readonly kind: SymptomKind; readonly traits: Traits }

/**
 * Features that other checks can have, too, such as `status runPublishedWorkflow fixtures.echo key 401`. Checks with a trait in common
 * have the same cause.
 */
type Traits = readonly string[]

/** The symptoms of a request that the server should refuse with one of the expected statuses. */
type RefusalSymptomKind =
  /** The server refused the request with another status. */
  | 'wrong-refusal'
  /** The server accepted the request. */
  | 'missing-refusal'

type SymptomKind =
  /** The check was blocked before it sent a request. */
  | 'obstacle'
  /** The server refused a request that it should accept. */
  | 'unexpected-refusal'
  /** A page of a gateway instead of a response of the API. */
  | 'html-page'
  /** The server has no path of the tool registry. */
  | 'missing-registry'
  | 'missing-retry-after'
  /** Each response of the server has the same status of an internal error. */
  | 'failing-server'
  /** The server refuses each async start in the same way, and runs workflows in mode sync. */
  | 'refused-mode'
  /** The server accepts no key of the configuration. */
  | 'no-key-accepted'
  /** A response with another content than expected. */
  | 'wrong-response'
  /** An error in the suite. */
  | 'suite-error'

/** A symptom, and the check that shows it. */
export type CheckSymptom = Symptom & { readonly check: ActionableCheck }

/** The number of checks that lack each member of the configuration. */
type MissingCounts = ReadonlyMap<string, number>

/** Reads the symptom of each check. */
export function readSymptoms(checks: readonly ActionableCheck[]): CheckSymptom[] {
  const needs = countMissing(checks)
  return checks.map((check) => ({ check, ...readSymptom(check, needs) }))
}

function readSymptom(check: ActionableCheck, needs: MissingCounts): Symptom {
  const [mostMissed] = listMissing(check).toSorted((a, b) => (needs.get(b) ?? 0) - (needs.get(a) ?? 0))
  if (mostMissed !== undefined) return { kind: 'undeclared-member', traits: [`missing ${mostMissed}`], configMember: mostMissed }

  const refusedParameter = /^precondition failed: expected (\S+) to name a parameter /.exec(check.message)?.[1]
  if (refusedParameter !== undefined) {
    return { kind: 'refused-parameter', traits: [`parameter ${refusedParameter}`], configMember: refusedParameter }
  }

  const exchange = findFailedExchange(check)
  if (check.verdict !== 'error' && exchange !== undefined) return readExchangeSymptom(check, exchange)
  return {
    kind: check.verdict === 'blocked' ? 'obstacle' : 'suite-error',
    traits: [`message ${shortenFirstLine(check.message)}`],
  }
}

function countMissing(checks: readonly CheckResult[]): MissingCounts {
  const counts = new Map<string, number>()
  for (const member of checks.flatMap(listMissing)) counts.set(member, (counts.get(member) ?? 0) + 1)
  return counts
}

/** Lists the members of the configuration that a blocked check lacks, such as `fixtures.typed` or `hooks.limitRate`. */
export function listMissing({ message, verdict }: CheckResult): string[] {
  if (verdict !== 'blocked') return []

  const mapping = /^the configuration does not declare (.+)$/.exec(message)?.[1]
  if (mapping !== undefined) return mapping.split(', ')

  const declarations = /^the target does not declare (.+)$/.exec(message)?.[1] ?? ''
  const items = declarations.split(/, (?=fixture |hook )/).filter((item) => item !== '')
  return items.map((item) => item.replace(/^fixture /, 'fixtures.').replace(/^hook /, 'hooks.'))
}

/**
 * Reads the symptom of a check from the exchange that it failed with. The most specific symptom counts, so the order of these
 * steps matters.
 *
 * A trait is a text that the checks of one cause share. The report groups checks by their traits. For example, all checks that get an HTML
 * page with status 502 have the trait `page 502`, also after different requests.
 */
function readExchangeSymptom(check: ActionableCheck, exchange: RecordedExchange): Symptom {
  if (isEndlessLimit(exchange) && concernsLimit(check)) return { kind: 'missing-retry-after', traits: ['limit'] }
  if (isHtmlPage(exchange)) return { kind: 'html-page', traits: [`page ${exchange.status}`] }

  const expectedStatuses = readExpectedStatuses(check.message)
  const expectsRefusal = expectedStatuses.length > 0 && expectedStatuses.every(isRefusal)
  return expectsRefusal ? readRefusalSymptom(check, exchange, expectedStatuses) : readSuccessSymptom(check, exchange)
}

/** Reads the symptom of a check that expected a refusal, and got another refusal or none. */
function readRefusalSymptom(
  { requirement }: ActionableCheck,
  { status }: RecordedExchange,
  expectedStatuses: readonly number[],
): Symptom {
  if (status < 400) return { kind: 'missing-refusal', traits: [`accepted ${requirement}`], expectedStatuses }
  return { kind: 'wrong-refusal', traits: [`refusal ${expectedStatuses.join()} ${status}`], expectedStatuses }
}

/** Reads the symptom of a check that expected a success, and got a refusal or another response. */
function readSuccessSymptom(check: ActionableCheck, exchange: RecordedExchange): Symptom {
  const { status } = exchange
  const isRefused = status >= 400 && isRefusalCause(check, exchange)
  if (isRefused) return { kind: 'unexpected-refusal', traits: [`status ${shapeOf(exchange)} ${status}`] }

  const problem = shortenFirstLine(check.message)
  const responseTrait = `response ${shapeOf(exchange)} ${withoutNumbers(exchange.responseBody)}`
  const traits = [responseTrait, `message ${problem}`]
  if (expectsSuccess(check)) traits.push(`another success ${status}`)
  return { kind: 'wrong-response', traits }
}

/** Returns whether a status is a refusal. A redirect refuses a session: it leads to a login page. */
function isRefusal(status: number): boolean {
  return status >= 400 || [301, 302, 303, 307, 308].includes(status)
}

/** Returns whether a missing Retry-After explains a failure. A check of the rate limit expects a 429, and may fail otherwise. */
function concernsLimit({ area, message }: ActionableCheck): boolean {
  return area !== 'rate-limit' || message.includes('Retry-After')
}

/**
 * Returns whether a check failed because its request was refused. A response with an error status may also be one that the
 * check accepts, such as a failed run with status 500. The failure is then something else in that response.
 */
function isRefusalCause({ message, verdict }: ActionableCheck, exchange: RecordedExchange): boolean {
  if (isStatusExpected(message)) return verdict === 'blocked' || exchange.status >= 500 || !describesRequest(message)

  // No document states the status of a failed run (RUN-FAILED-HTTP), so only its body shows whether the run took place.
  const { fixture, status } = exchange
  // A request has no fixture if no request of its operation succeeds.
  const isOperationFailing = fixture === undefined && status >= 500
  const isStatusOpen = fixture === 'fixtures.failing' || isOperationFailing || isAboutWholeBody(message)
  return isStatusOpen && !hasRunResult(exchange)
}

/** Returns whether a check expected that the server accepts its last request. */
export function expectsSuccess({ message }: ActionableCheck): boolean {
  return isStatusExpected(message) && !readExpectedStatuses(message).some(isRefusal)
}

/** Returns whether a message expects an HTTP status, and not the `status` of a run. */
function isStatusExpected(message: string): boolean {
  return /^(?:precondition failed: )?expected (?:status \d|any status but \d|a status from|a successful response)/.test(message)
}

/**
 * Returns whether a message describes the request, as in `expected status 200 to a body without a mode`. The server then
 * accepted another request that is made of the same fixture, so the fixture is not the cause.
 */
function describesRequest(message: string): boolean {
  return /^expected (?:status [\d or]+|any status but \d+) (?:to|for) /.test(message)
}

/** Returns whether a message is about the body as a whole, or about the outcome of a run in it. */
function isAboutWholeBody(message: string): boolean {
  return /^expected (?:a JSON object as the body|"(?:success|failed)" at \/status,)/.test(message)
}

/** Returns whether a body has a part of a run result, also inside another value. The body may be shortened. */
function hasRunResult({ responseBody }: RecordedExchange): boolean {
  return /"(?:(?:stepOutputs|traceback)\\*"\s*:|status\\*"\s*:\s*\\*"(?:success|failed)\\*")/.test(responseBody)
}

/** Reads the statuses that a message expects. A success without a number is 200. */
function readExpectedStatuses(message: string): number[] {
  const [, statuses = ''] = /^(?:precondition failed: )?expected (?:status|a refusal with) ([\d or]+)/.exec(message) ?? []
  return [...statuses.matchAll(/\d+/g)].map(Number)
}

/** Describes a request without its values: its operation, its fixture, and whether it has the key of that fixture. */
export function shapeOf(exchange: RecordedExchange): string {
  const { method, url } = exchange
  const hasOwnKey = hasConfiguredKey(exchange)
  const operation = operationOfPath(new URL(url).pathname) ?? method
  return [operation, exchange.fixture ?? '', hasOwnKey ? 'key' : 'no key'].join(' ')
}

/** Returns whether a request has an unchanged key of the configuration. Reports show the name of such a key. */
export function hasConfiguredKey({ requestHeaders }: RecordedExchange): boolean {
  return /^Bearer \$\w+$/.test(requestHeaders['authorization'] ?? '')
}

/** Removes the differences between two equal responses: numbers, times and random IDs. */
function withoutNumbers(body: string): string {
  return body.replace(/[0-9a-f]*\d[0-9a-f-]*/gi, '#')
}

/** Merges symptoms that have a key in common, also through others. */
export function mergeSymptoms(symptoms: readonly CheckSymptom[]): CheckSymptom[][] {
  let groups: { readonly traits: ReadonlySet<string>; readonly members: readonly CheckSymptom[] }[] = []

  for (const symptom of symptoms) {
    const related = groups.filter(({ traits }) => symptom.traits.some((trait) => traits.has(trait)))
    const others = groups.filter((group) => !related.includes(group))
    groups = [
      ...others,
      {
        traits: new Set([...related.flatMap(({ traits }) => [...traits]), ...symptom.traits]),
        members: [...related.flatMap(({ members }) => members), symptom],
      },
    ]
  }
  return groups.map(({ members }) => [...members])
}

/** How much of a message a title quotes, in characters. The message is redacted already. */
const LONGEST_TITLE = 140

/** Returns the first line of a message. */
export function readFirstLine(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return line
}

/** Returns the first line of a message, shortened for a title. */
export function shortenFirstLine(message: string): string {
  const line = readFirstLine(message)
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '')}…` : line
}
