import { type OperationId, operationTable } from '@wfhost/openapi'
import { operations } from '../operations/operations.ts'
import type { CheckResult, CheckVerdict, RecordedExchange, ReportedCause } from './conformance-report.ts'
import { isEndlessLimit, isHtmlPage } from './hints.ts'
import { operationOfPath } from './operation-of-path.ts'

/** The verdicts that a reader acts on. Causes with failures come first. */
const actionableVerdicts = ['fail', 'error', 'warn', 'blocked'] as const satisfies readonly CheckVerdict[]

type ActionableVerdict = (typeof actionableVerdicts)[number]

/**
 * Groups the checks that a reader acts on by what they share: a response, a fixture, a status, a message, or something that
 * is missing in the configuration. One cause is one group, with the sentence that a person acts on.
 */
export function findCauses(checks: readonly CheckResult[]): readonly ReportedCause[] {
  const actionable = checks.filter(isActionable)
  const needs = countMissing(actionable)
  const symptoms = actionable.map((check) => ({ check, ...readSymptom(check, needs) }))
  const causes = mergeSymptoms(symptoms).map(describeCause)
  return causes.toSorted((a, b) => rank(a) - rank(b) || b.checks.length - a.checks.length)
}

type ActionableCheck = CheckResult & { readonly verdict: ActionableVerdict }

function isActionable(check: CheckResult): check is ActionableCheck {
  return actionableVerdicts.some((verdict) => verdict === check.verdict)
}

function rank({ verdict }: ReportedCause): number {
  return actionableVerdicts.indexOf(verdict)
}

/** The features that a check shares with others that have the same cause. */
type Symptom =
  /** The configuration lacks this member. */
  | { readonly kind: 'undeclared-member'; readonly keys: SymptomKeys; readonly member: string }
  | { readonly kind: RefusalSymptomKind; readonly keys: SymptomKeys; readonly expectedStatuses: readonly number[] }
  | { readonly kind: SymptomKind; readonly keys: SymptomKeys }

/** Checks with a key in common have the same cause. */
type SymptomKeys = readonly string[]

/** The symptoms of a request that the server should refuse with one of the expected statuses. */
type RefusalSymptomKind =
  /** The server refused the request with another status. */
  | 'other-refusal'
  /** The server accepted the request. */
  | 'missing-refusal'

type SymptomKind =
  /** The check was blocked before it sent a request. */
  | 'obstacle'
  /** The server refused a request that it should accept. */
  | 'refused-request'
  /** A page of a gateway instead of a response of the API. */
  | 'html-page'
  | 'missing-retry-after'
  /** A response with another content than expected. */
  | 'wrong-response'
  /** An error in the suite. */
  | 'error'

type CheckSymptom = Symptom & { readonly check: ActionableCheck }

/** The number of checks that lack each member of the configuration. */
type MissingCounts = ReadonlyMap<string, number>

function readSymptom(check: ActionableCheck, needs: MissingCounts): Symptom {
  const [mostMissed] = listMissing(check).toSorted((a, b) => (needs.get(b) ?? 0) - (needs.get(a) ?? 0))
  if (mostMissed !== undefined) return { kind: 'undeclared-member', keys: [`missing ${mostMissed}`], member: mostMissed }

  const exchange = findExchange(check)
  if (check.verdict !== 'error' && exchange !== undefined) return readExchangeSymptom(check, exchange)
  return { kind: check.verdict === 'blocked' ? 'obstacle' : 'error', keys: [`message ${excerptFirstLine(check.message)}`] }
}

function countMissing(checks: readonly CheckResult[]): MissingCounts {
  const counts = new Map<string, number>()
  for (const member of checks.flatMap(listMissing)) counts.set(member, (counts.get(member) ?? 0) + 1)
  return counts
}

/** Lists the members of the configuration that a blocked check lacks, such as `fixtures.typed` or `hooks.limitRate`. */
function listMissing({ message, verdict }: CheckResult): string[] {
  if (verdict !== 'blocked') return []

  const mapping = /^the configuration does not declare (.+)$/.exec(message)?.[1]
  if (mapping !== undefined) return mapping.split(', ')

  const declarations = /^the target does not declare (.+)$/.exec(message)?.[1] ?? ''
  const items = declarations.split(/, (?=fixture |hook )/).filter((item) => item !== '')
  return items.map((item) => item.replace(/^fixture /, 'fixtures.').replace(/^hook /, 'hooks.'))
}

function readExchangeSymptom(check: ActionableCheck, exchange: RecordedExchange): Symptom {
  const { status } = exchange
  const expectedStatuses = readExpectedStatuses(check.message)
  const expectsRefusal = expectedStatuses.length > 0 && expectedStatuses.every((expectedStatus) => expectedStatus >= 400)

  if (isEndlessLimit(exchange)) return { kind: 'missing-retry-after', keys: ['limit'] }
  if (isHtmlPage(exchange)) return { kind: 'html-page', keys: [`page ${status}`] }
  if (expectsRefusal && status >= 400) {
    return { kind: 'other-refusal', keys: [`refusal ${expectedStatuses.join()} ${status}`], expectedStatuses }
  }
  if (expectsRefusal) return { kind: 'missing-refusal', keys: [`accepted ${check.requirement}`], expectedStatuses }
  if (status >= 400) return { kind: 'refused-request', keys: [`status ${shapeOf(exchange)} ${status}`] }

  const problem = excerptFirstLine(check.message)
  return {
    kind: 'wrong-response',
    keys: [`response ${shapeOf(exchange)} ${withoutNumbers(exchange.responseBody)}`, `message ${problem}`],
  }
}

/** Reads the statuses that a message expects. A success without a number is 200. */
function readExpectedStatuses(message: string): number[] {
  const [, statuses = ''] = /^(?:precondition failed: )?expected (?:status|a refusal with) ([\d or]+)/.exec(message) ?? []
  return [...statuses.matchAll(/\d+/g)].map(Number)
}

/** Describes a request without its values: its operation, its fixture, and whether it has the key of that fixture. */
function shapeOf(exchange: RecordedExchange): string {
  const { method, requestHeaders, url } = exchange
  const { authorization = '' } = requestHeaders
  const hasOwnKey = /^Bearer \$\w+$/.test(authorization)
  const operation = operationOfPath(new URL(url).pathname) ?? method
  const fixture = isMissingPath(exchange) ? '' : (exchange.fixture ?? '')
  return [operation, fixture, hasOwnKey ? 'key' : 'no key'].join(' ')
}

/** Returns whether the registry has no such path. The path names no fixture, so the fixture is not the cause. */
function isMissingPath({ status, url }: RecordedExchange): boolean {
  const operation = operationOfPath(new URL(url).pathname)
  return status === 404 && operation !== undefined && !namesFixture(operation)
}

/** Returns whether the path of an operation names a fixture. The product is not one. */
function namesFixture(operation: OperationId): boolean {
  return operationTable[operation].parameters.some(({ name }) => name !== 'product')
}

/** Removes the differences between two equal responses: numbers, times and random IDs. */
function withoutNumbers(body: string): string {
  return body.replace(/[0-9a-f]*\d[0-9a-f-]*/gi, '#')
}

/** Merges symptoms that have a key in common, also through others. */
function mergeSymptoms(symptoms: readonly CheckSymptom[]): CheckSymptom[][] {
  let groups: { readonly keys: ReadonlySet<string>; readonly members: readonly CheckSymptom[] }[] = []

  for (const symptom of symptoms) {
    const related = groups.filter(({ keys }) => symptom.keys.some((key) => keys.has(key)))
    const others = groups.filter((group) => !related.includes(group))
    groups = [
      ...others,
      {
        keys: new Set([...related.flatMap(({ keys }) => [...keys]), ...symptom.keys]),
        members: [...related.flatMap(({ members }) => members), symptom],
      },
    ]
  }
  return groups.map(({ members }) => [...members])
}

function describeCause(symptoms: readonly CheckSymptom[]): ReportedCause {
  const sorted = symptoms.toSorted(
    (a, b) => actionableVerdicts.indexOf(a.check.verdict) - actionableVerdicts.indexOf(b.check.verdict),
  )
  const [first] = sorted
  if (first === undefined) throw new Error('Cannot describe a cause: it has no check')

  const { check } = first
  const exchange = findExchange(check)
  const isPathMissing = exchange !== undefined && isMissingPath(exchange)
  const fixtureOfRequest = isPathMissing ? undefined : exchange?.fixture
  const fixture = first.kind === 'undeclared-member' ? first.member : fixtureOfRequest
  const cause = { title: writeTitle(first), remedy: describeRemedy(first, sorted), verdict: check.verdict }
  const checks = sorted.map(({ check: { id } }) => id)
  return fixture === undefined ? { ...cause, checks } : { ...cause, fixture, checks }
}

/** Writes the title of a cause: a sentence about the symptom that its checks share, with the response of one of them. */
function writeTitle(symptom: CheckSymptom): string {
  const { check } = symptom
  const exchange = findExchange(check)
  const status = exchange?.status ?? 'unknown'

  switch (symptom.kind) {
    case 'refused-request':
      return `${describeRequest(exchange)} gets status ${status}`
    case 'other-refusal':
      return `Status ${status} instead of ${symptom.expectedStatuses.join(' or ')}`
    case 'missing-refusal':
      return `Status ${status} instead of ${symptom.expectedStatuses.join(' or ')}: ${check.statement}`
    case 'missing-retry-after':
      return '429 has no Retry-After'
    case 'html-page':
      return `An HTML page with status ${status} instead of a response of the API`
    case 'undeclared-member':
      return `${symptom.member} is not declared`
    case 'obstacle':
      // The message names the obstacle and its remedy, so its first line is not shortened.
      return capitalize(readFirstLine(check.message))
    case 'error':
    case 'wrong-response':
      return capitalize(excerptFirstLine(check.message))
  }
}

function describeRequest(exchange: RecordedExchange | undefined): string {
  if (exchange === undefined) return 'A request'

  const operation = operationOfPath(new URL(exchange.url).pathname)
  const name = operation === undefined ? 'A request' : operations[operation].noun
  return exchange.fixture === undefined || isMissingPath(exchange) ? name : `${name} with ${exchange.fixture}`
}

/** Returns the remedy for a cause, or the requirement if no remedy is certain. */
function describeRemedy(symptom: CheckSymptom, symptoms: readonly CheckSymptom[]): string {
  const { check, kind } = symptom
  const exchange = findExchange(check)
  if (check.verdict === 'error') return 'This is an error in the suite. Report it with the stack.'
  if (symptom.kind === 'undeclared-member') return describeMissingRemedy(symptom.member, symptoms)
  if (kind === 'obstacle') return describeObstacleRemedy(check.message)
  if (kind === 'missing-retry-after')
    return 'Send Retry-After with each 429, as section 7 requires, or set a lower requestsPerSecond.'
  if (kind === 'html-page') return 'Check that baseUrl and registryUrl lead to the API, and what a gateway before it refuses.'
  if (check.claimedBy === 'the contract') return CONTRACT_REMEDY
  if (kind === 'refused-request') return describeStatusRemedy(exchange)

  const statement = `The document requires: ${check.statement}.`
  return check.advice === undefined ? statement : `${statement} ${check.advice}`
}

const CONTRACT_REMEDY = 'Change the server, or the world of the tests, so that both respond alike. Values may differ.'

/** Returns the member to declare, and the other members that some of the checks need. */
function describeMissingRemedy(member: string, symptoms: readonly CheckSymptom[]): string {
  const others = new Set(symptoms.flatMap(({ check }) => listMissing(check)).filter((each) => each !== member))
  const declare = member.startsWith('contract.')
    ? `Declare ${member}, which replaces it on this server.`
    : `Declare ${member} in the configuration.`
  return others.size === 0 ? declare : `${declare} Some of these checks also need ${joinSome([...others])}.`
}

/** The most members of the configuration that a remedy names. */
const MOST_MEMBERS = 5

function joinSome(names: readonly string[]): string {
  const omitted = names.length - MOST_MEMBERS
  // A note about a single name would be longer than the name.
  return omitted > 1 ? `${names.slice(0, MOST_MEMBERS).join(', ')} and ${omitted} more` : names.join(', ')
}

/** Returns the remedy if an obstacle keeps a check from running. */
function describeObstacleRemedy(reason: string): string {
  if (reason.startsWith('not allowed')) return 'Add the permission to allow, if the server may be used like this.'
  if (reason.includes('requestsPerSecond')) return 'Add bursts to allow, or remove requestsPerSecond.'
  if (reason.includes('lets all of them run')) return 'Raise the limit, if the server may be used like this.'
  return 'Remove this obstacle, and run the checks again.'
}

/** Returns the remedy if a request that should succeed is refused. */
function describeStatusRemedy(exchange: RecordedExchange | undefined): string {
  if (exchange === undefined) return ''

  const { fixture = 'the fixture', status } = exchange
  const isRun = operationOfPath(new URL(exchange.url).pathname) === 'runPublishedWorkflow'
  if (status >= 500)
    return 'Look for the error in the log of the server. The document has no such status, also not for a run that fails.'
  if (status === 401) return `Check the key of ${fixture}: the server does not accept it.`
  if (status === 403) return `Check the key of ${fixture}: the server knows it, and it has no access.`
  if (status === 404 && isRun) return `Publish the workflow of ${fixture} on the server, or correct its flowId.`
  if (status === 404) return 'Check product, the segment in the paths of the registry, and registryUrl, its address.'
  if (status === 402) return 'Give the organization credits.'
  if (status === 429) return 'Lift the rate limit for the suite, or set a lower requestsPerSecond.'
  return `Check what ${fixture} declares: the server refuses a request that is made of it.`
}

function findExchange({ exchanges, failedExchange }: CheckResult): RecordedExchange | undefined {
  return failedExchange === undefined ? undefined : exchanges[failedExchange]
}

/** How much of a message a title quotes, in characters. The message is redacted already. */
const LONGEST_TITLE = 140

function readFirstLine(message: string): string {
  const [line = ''] = message.split('\n', 1)
  return line
}

function excerptFirstLine(message: string): string {
  const line = readFirstLine(message)
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '')}…` : line
}

/** Begins a sentence with a capital letter, unless its first word is a name such as `hooks.limitRate`. */
function capitalize(text: string): string {
  return /^[a-z]+[ ,]/.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text
}
