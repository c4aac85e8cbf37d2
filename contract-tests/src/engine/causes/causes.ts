import type { OperationId } from '@wfhost/openapi'
import { operations } from '../../operations/operations.ts'
import { describeParameterRemedy } from '../../rules/runs/require-parameters.ts'
import { runMembers } from '../../rules/runs/results/run-results.ts'
import type { CheckResult, RecordedExchange, ReportedCause } from '../conformance-report.ts'
import { findFailedExchange } from '../failed-exchange.ts'
import { operationOfPath } from '../operation-of-path.ts'
import { AcceptedRequests } from './accepted-requests.ts'
import { ignoreFixturesOfFailingOperations } from './failing-operations.ts'
import { MISSING_REGISTRY_TITLE } from './hints.ts'
import { isAsyncStart } from './is-async-start.ts'
import { replaceSharedSymptoms } from './shared-causes.ts'
import { describeRefusedKey, describeStatusRemedy, isStatusOfFixture, MISSING_REGISTRY_REMEDY } from './status-remedies.ts'
import {
  actionableVerdicts,
  type CheckSymptom,
  isActionable,
  listMissing,
  mergeSymptoms,
  readFirstLine,
  readSymptoms,
  shortenFirstLine,
} from './symptoms.ts'

/**
 * Groups the checks that a reader acts on by what they share: a response, a fixture, a status, a message, or something that
 * is missing in the configuration. One cause is one group, with the sentence that a person acts on.
 */
export function findCauses(checks: readonly CheckResult[]): readonly ReportedCause[] {
  const actionableChecks = checks.filter(isActionable)
  if (actionableChecks.length === 0) return []

  const exchanges = checks.flatMap((check) => check.exchanges)
  const actionable = ignoreFixturesOfFailingOperations(actionableChecks, exchanges)
  const accepted = new AcceptedRequests(exchanges)
  const symptoms = replaceSharedSymptoms(readSymptoms(actionable), exchanges)
  const causes = mergeSymptoms(symptoms).map((group) => describeCause(group, accepted))
  return causes.toSorted((a, b) => rank(a) - rank(b) || b.checks.length - a.checks.length)
}

function rank({ verdict }: Pick<ReportedCause, 'verdict'>): number {
  return actionableVerdicts.indexOf(verdict)
}

/** Counts the parts of the id of a check. A check of a whole requirement describes a cause better than a check of a part. */
function countParts({ id }: CheckResult): number {
  return id.split('.').length
}

function describeCause(symptoms: readonly CheckSymptom[], accepted: AcceptedRequests): ReportedCause {
  const sorted = symptoms.toSorted((a, b) => rank(a.check) - rank(b.check) || countParts(a.check) - countParts(b.check))
  const [first] = sorted
  if (first === undefined) throw new Error('Cannot describe a cause: it has no check')

  const { check } = first
  const exchange = findFailedExchange(check)
  const fixture = 'configMember' in first ? first.configMember : exchange?.fixture
  const isFixtureAcceptedElsewhere = exchange !== undefined && accepted.hasFixtureOf(exchange)
  const evidence = { allSymptoms: sorted, isFixtureAcceptedElsewhere }
  const cause = { title: createTitle(first, evidence), remedy: describeRemedy(first, evidence), verdict: check.verdict }
  const checks = sorted.map(({ check: { id } }) => id)
  return fixture === undefined ? { ...cause, checks } : { ...cause, fixture, checks }
}

/** The facts about a cause, beside its first symptom. */
interface CauseEvidence {
  /** The symptoms of all checks of the cause. */
  readonly allSymptoms: readonly CheckSymptom[]
  /** Whether the server accepted another request that is made of the same fixture. */
  readonly isFixtureAcceptedElsewhere: boolean
}

/**
 * Writes the title of a cause: a sentence about the symptom that its checks share, such as `Every response has status 502`. The
 * comments in `CheckSymptom` explain each kind.
 *
 * @param symptom - the symptom of the first check. The title describes the response that this check received
 */
function createTitle(symptom: CheckSymptom, evidence: CauseEvidence): string {
  const { check } = symptom
  const { allSymptoms } = evidence
  const exchange = findFailedExchange(check)
  // The symptoms whose title has a status always have an exchange.
  const status = exchange?.status ?? 'unknown'

  switch (symptom.kind) {
    // Problems of the configuration, or obstacles before the first request.
    case 'undeclared-member':
      return `${symptom.configMember} is not declared`
    case 'refused-parameter':
      return `The server refuses a value of type ${readParameterType(symptom.configMember)} for ${symptom.configMember}`
    case 'obstacle':
      // The message names the obstacle and its remedy, so its first line is not shortened.
      return capitalize(readFirstLine(check.message))

    // The server as a whole.
    case 'failing-server':
      return `Every response has status ${status}`
    case 'html-page':
      return `An HTML page with status ${status} instead of a response of the API`
    case 'missing-registry':
      return MISSING_REGISTRY_TITLE
    case 'missing-retry-after':
      return '429 has no Retry-After'
    case 'no-key-accepted':
      return 'Every request with a key got 401'
    case 'refused-key':
      return `Every request with ${symptom.keyName} got 401`
    case 'refused-mode':
      return `Valid async starts get status ${status}`
    case 'wrapped-run':
      return `The top level of the body of a run has ${symptom.found}, instead of ${[...runMembers].join(', ')}`

    // Single responses: the server refused a valid request.
    case 'unexpected-refusal':
      return `${describeRequest(exchange)} gets status ${status}${describeRefusedPart(evidence)}`
    // It refused an invalid request with another status than expected.
    case 'wrong-refusal':
      return `Status ${status} instead of ${symptom.expectedStatuses.join(' or ')}${describeCommonStatement(allSymptoms)}`
    // It accepted an invalid request.
    case 'missing-refusal':
      return `Status ${status} instead of ${symptom.expectedStatuses.join(' or ')}: ${check.statement}`
    // Any other difference, and an error in the suite.
    case 'wrong-response':
    case 'suite-error':
      return capitalize(shortenFirstLine(check.message))
  }
}

/**
 * Returns what the refused requests have in common, as the end of a title. If the server accepts other requests of the fixture,
 * the fixture is right. The refused requests then share something else, such as their mode, and their statement names it.
 */
function describeRefusedPart({ allSymptoms, isFixtureAcceptedElsewhere }: CauseEvidence): string {
  return isFixtureAcceptedElsewhere ? describeCommonStatement(allSymptoms) : ''
}

/** Returns the statement of the requirement that all checks of a cause test, as the end of a title. */
function describeCommonStatement([first, ...others]: readonly CheckSymptom[]): string {
  const isCommon = others.every(({ check }) => check.requirement === first?.check.requirement)
  return isCommon ? `: ${first?.check.statement}` : ''
}

function describeRequest(exchange: RecordedExchange | undefined): string {
  if (exchange === undefined) return 'A request'

  const operation = operationOfPath(new URL(exchange.url).pathname)
  const name = nameRequest(operation, exchange)
  return exchange.fixture === undefined ? name : `${name} with ${exchange.fixture}`
}

function nameRequest(operation: OperationId | undefined, exchange: RecordedExchange): string {
  if (operation === undefined) return 'A request'
  return isAsyncStart(exchange) ? 'An async start' : operations[operation].noun
}

/**
 * Returns the remedy for a cause: a sentence about what to change in the server, its surroundings or the configuration. The
 * remedy depends on the kind of the shared symptom. The cases have the same order as in `createTitle`.
 *
 * @param symptom - the symptom of the first check of the cause
 */
function describeRemedy(symptom: CheckSymptom, evidence: CauseEvidence): string {
  const { check } = symptom
  // An error in the suite ended this check. The kind of its symptom does not matter.
  if (check.verdict === 'error') return 'This is an error in the suite. Report it with the stack.'

  switch (symptom.kind) {
    // The configuration, or an obstacle before the first request.
    case 'undeclared-member':
      return describeDeclarationRemedy(symptom.configMember, evidence.allSymptoms)
    case 'refused-parameter':
      return `${describeParameterRemedy(readParameterType(symptom.configMember))}.`
    case 'obstacle':
      return describeObstacleRemedy(check.message)

    // The server as a whole.
    case 'failing-server':
      return 'Look for the error in its log, and check that the server, and what it depends on, is up.'
    case 'html-page':
      return 'Check that baseUrl and registryUrl lead to the API, and what a gateway before it refuses.'
    case 'missing-registry':
      return MISSING_REGISTRY_REMEDY
    case 'missing-retry-after':
      return 'Send Retry-After with each 429, as section 7 requires, or set a lower requestsPerSecond.'
    case 'no-key-accepted':
      return 'Check that the keys of the configuration belong to this server, and that it reads them from Authorization: Bearer.'
    case 'refused-key':
      return describeStatusRemedy(findFailedExchange(check))
    case 'refused-mode':
      return describeModeRemedy(findFailedExchange(check))
    case 'wrapped-run':
      return 'Send the members of a run at the top level of the body, as section 2.3 requires.'

    // Single responses: either a fixture is wrong, or the server does not do what the document requires.
    case 'unexpected-refusal':
    case 'wrong-refusal':
    case 'missing-refusal':
    case 'wrong-response':
    case 'suite-error':
      return describeResponseRemedy(symptom, evidence)
  }
}

/** Returns the remedy for async starts that are all refused. An internal error is hardly a missing mode. */
function describeModeRemedy(exchange: RecordedExchange | undefined): string {
  const status = exchange?.status ?? 0
  const isInternalError = status >= 500 && status !== 501
  if (isInternalError) return 'Look for the error in the log of the server. The same workflows run in mode sync.'
  return 'Support mode async, as section 4.1 requires. Until then, leave run-async out of areas.'
}

/** Returns the remedy for a response that is not as expected: to correct a fixture, or what the document requires of the server. */
function describeResponseRemedy({ check, kind }: CheckSymptom, { isFixtureAcceptedElsewhere }: CauseEvidence): string {
  const exchange = findFailedExchange(check)
  const keyRemedy = isFixtureAcceptedElsewhere ? undefined : describeRefusedKey(exchange)
  if (check.claimedBy === 'the contract') return joinSentences([CONTRACT_REMEDY, keyRemedy])
  if (isOtherSuccess(check, exchange)) return 'Respond with 200, which marks a successful call (section 4.1).'

  const isWrongFixture = kind === 'unexpected-refusal' && canBlameFixture(exchange, isFixtureAcceptedElsewhere)
  if (isWrongFixture) return describeStatusRemedy(exchange)

  return joinSentences([`The document requires: ${check.statement}.`, check.advice, describeLateEffects(check), keyRemedy])
}

/** Returns the remedy for a count that includes effects of earlier requests: the server may need longer than the suite waits. */
function describeLateEffects({ hookCalls = [] }: CheckResult): string | undefined {
  const readsCount = hookCalls.some(({ hook }) => hook === 'endedRuns' || hook === 'creditBalance')
  if (!readsCount) return undefined
  return 'If runs end or credits change later on this server than settleMs allows, earlier requests count, too: raise settleMs.'
}

/** Whether a run has another status of a success, such as 201, where the document requires 200. */
function isOtherSuccess({ message }: CheckResult, exchange: RecordedExchange | undefined): boolean {
  if (exchange === undefined || !message.startsWith('expected status 200')) return false
  const operation = operationOfPath(new URL(exchange.url).pathname)
  return operation === 'runPublishedWorkflow' && exchange.status > 200 && exchange.status < 300
}

/** Whether a wrong fixture can be the reason of a refusal. */
function canBlameFixture(exchange: RecordedExchange | undefined, isFixtureAcceptedElsewhere: boolean): boolean {
  // The server accepts other requests of the fixture, and the status is one that a wrong fixture would have each time.
  if (isFixtureAcceptedElsewhere && isStatusOfFixture(exchange)) return false

  // A request without a fixture has no argument of one.
  return exchange?.status !== 400 || exchange.fixture !== undefined
}

function joinSentences(sentences: readonly (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join(' ')
}

/** Returns the type of a parameter from the member that declares it, such as `fixtures.echo.parameters.array`. */
function readParameterType(member: string): string {
  return member.replace(/^.*\./, '')
}

const CONTRACT_REMEDY = 'Change the server, or the world of the tests, so that both respond alike. Values may differ.'

/** Returns the member to declare, and the other members that some of the checks need. */
function describeDeclarationRemedy(member: string, symptoms: readonly CheckSymptom[]): string {
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
  if (reason.startsWith('hooks.')) return 'Check this hook, and the fixtures that it gets. Then run the checks again.'
  if (reason.startsWith('the target declares no fixtures.')) return 'Declare it in the configuration, if the workflow has one.'
  return 'Remove this obstacle, and run the checks again.'
}

/** Begins a sentence with a capital letter, unless its first word is a name such as `hooks.limitRate`. */
function capitalize(text: string): string {
  return /^[a-z]+[ ,]/.test(text) ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text
}
