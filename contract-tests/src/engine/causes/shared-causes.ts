import type { RecordedExchange } from '../conformance-report.ts'
import { findFailedExchange } from '../failed-exchange.ts'
import { operationOfPath } from '../operation-of-path.ts'
import { describeEnvelope, findMissingProduct } from './hints.ts'
import { isAsyncStart } from './is-async-start.ts'
import { type CheckSymptom, expectsSuccess, hasConfiguredKey, shapeOf } from './symptoms.ts'

/** Facts that only all requests of a run show together. */
interface RunEvidence {
  readonly isServerFailing: boolean
  /** The status with which the server refuses valid async starts, if it runs the same workflows in mode sync. */
  readonly statusOfAsyncStarts: number | undefined
  /** The members around the results of several fixtures, such as `data`. Undefined if the results are at the top level. */
  readonly envelopeOfResults: string | undefined
  readonly isRegistryMissing: boolean
  /** Whether the server accepts none of several keys. */
  readonly isEachKeyRefused: boolean
  /** The keys that several operations refuse, and none accepts. */
  readonly refusedKeys: ReadonlySet<string>
  /** The traits of the symptoms of refused requests. */
  readonly traitsOfRefusals: ReadonlySet<string>
  /** The fixtures of which the server accepted a request, with their operations. */
  readonly acceptedFixtures: ReadonlySet<string>
}

/**
 * Replaces the symptom of a check if a cause explains it that concerns the whole run. All requests together show such a cause:
 *
 * - Each response has the same status of an internal error.
 * - The server refuses each async start.
 * - The server has no tool registry at this address.
 * - The server accepts no key.
 * - Each endpoint refuses the same key.
 * - The server accepts no request that is made of a fixture.
 * - The results of runs are inside another value.
 *
 * @param exchangesOfRun - All exchanges of the run, also those of checks that passed.
 */
export function replaceSharedSymptoms(
  symptoms: readonly CheckSymptom[],
  exchangesOfRun: readonly RecordedExchange[],
): CheckSymptom[] {
  const evidence = collectEvidence(symptoms, exchangesOfRun)

  return symptoms.map((symptom) => {
    const exchange = findFailedExchange(symptom.check)
    const mayBeShared = SHARED_KINDS.includes(symptom.kind)
    return exchange === undefined || !mayBeShared ? symptom : replaceSymptom(symptom, exchange, evidence)
  })
}

function collectEvidence(symptoms: readonly CheckSymptom[], exchangesOfRun: readonly RecordedExchange[]): RunEvidence {
  return {
    isServerFailing: isServerFailing(exchangesOfRun),
    statusOfAsyncStarts: findStatusOfAsyncStarts(symptoms, exchangesOfRun),
    envelopeOfResults: findEnvelopeOfResults(symptoms),
    isRegistryMissing: findMissingProduct(exchangesOfRun) !== undefined && listRegistryOperations(exchangesOfRun).size > 1,
    isEachKeyRefused: isEachKeyRefused(exchangesOfRun),
    refusedKeys: listRefusedKeys(exchangesOfRun),
    traitsOfRefusals: new Set(symptoms.flatMap(({ kind, traits }) => (kind === 'unexpected-refusal' ? traits : []))),
    acceptedFixtures: new Set(exchangesOfRun.filter(({ status }) => status < 300).map(nameFixture)),
  }
}

/** The kinds of symptoms that may have a cause which concerns more than their own request. */
const SHARED_KINDS: readonly CheckSymptom['kind'][] = ['unexpected-refusal', 'wrong-refusal', 'wrong-response']

type SharedCause = (symptom: CheckSymptom, exchange: RecordedExchange, evidence: RunEvidence) => CheckSymptom | undefined

/** The causes that checks can share. A cause that concerns more requests comes first. */
const SHARED_CAUSES: readonly SharedCause[] = [
  findFailingServer,
  findRefusedMode,
  findEnvelope,
  findMissingRegistry,
  findRefusedKeys,
  findRefusedKey,
  findRefusedFixture,
]

/** Returns the symptom of the shared cause of a check, or its own symptom if the check has no cause in common with others. */
function replaceSymptom(symptom: CheckSymptom, exchange: RecordedExchange, evidence: RunEvidence): CheckSymptom {
  for (const findCause of SHARED_CAUSES) {
    const sharedSymptom = findCause(symptom, exchange, evidence)
    if (sharedSymptom !== undefined) return sharedSymptom
  }
  return symptom
}

function findFailingServer(
  { check }: CheckSymptom,
  _exchange: RecordedExchange,
  evidence: RunEvidence,
): CheckSymptom | undefined {
  return evidence.isServerFailing ? { check, kind: 'failing-server', traits: ['failing server'] } : undefined
}

function findRefusedMode({ check }: CheckSymptom, exchange: RecordedExchange, evidence: RunEvidence): CheckSymptom | undefined {
  const isRefused = isAsyncStart(exchange) && exchange.status === evidence.statusOfAsyncStarts
  return isRefused ? { check, kind: 'refused-mode', traits: ['refused mode'] } : undefined
}

function findEnvelope(
  { check, kind }: CheckSymptom,
  exchange: RecordedExchange,
  evidence: RunEvidence,
): CheckSymptom | undefined {
  const { envelopeOfResults } = evidence
  if (envelopeOfResults === undefined || kind !== 'wrong-response') return undefined

  // The report has only an excerpt of a long body, which shows how the body begins.
  const [firstMember = ''] = envelopeOfResults.split(', ')
  const hasSameBeginning = isAcceptedSyncRun(exchange) && exchange.responseBody.startsWith(`{"${firstMember}":`)
  const envelope = describeEnvelope(check) ?? (hasSameBeginning ? envelopeOfResults : undefined)
  if (envelope === undefined) return undefined
  return { check, kind: 'wrapped-run', traits: [`envelope ${envelope}`], found: envelope }
}

function findMissingRegistry(
  { check }: CheckSymptom,
  exchange: RecordedExchange,
  evidence: RunEvidence,
): CheckSymptom | undefined {
  const isMissing = evidence.isRegistryMissing && exchange.status === 404 && isRegistryOperation(exchange)
  return isMissing ? { check, kind: 'missing-registry', traits: ['no registry'] } : undefined
}

function findRefusedKeys({ check }: CheckSymptom, exchange: RecordedExchange, evidence: RunEvidence): CheckSymptom | undefined {
  // A server that accepts no key refuses console sessions, too.
  const isRefused = evidence.isEachKeyRefused && exchange.status === 401
  return isRefused ? { check, kind: 'no-key-accepted', traits: ['refused keys'] } : undefined
}

function findRefusedKey({ check }: CheckSymptom, exchange: RecordedExchange, evidence: RunEvidence): CheckSymptom | undefined {
  const keyName = readKeyName(exchange)
  const isRefused = exchange.status === 401 && keyName !== undefined && evidence.refusedKeys.has(keyName)
  return isRefused ? { check, kind: 'refused-key', traits: [`refused ${keyName}`], keyName } : undefined
}

/**
 * Finds a fixture that every request with it shows to be the cause. A special part of this request, such as an unusual body, is
 * not the cause then. The evidence: another check shows the same refusal of a usual request, and no request with the fixture
 * succeeds.
 */
function findRefusedFixture(
  { check }: CheckSymptom,
  exchange: RecordedExchange,
  evidence: RunEvidence,
): CheckSymptom | undefined {
  if (!expectsSuccess(check) || !isRefusedForFixture(exchange)) return undefined

  const trait = `status ${shapeOf(exchange)} ${exchange.status}`
  const hasSameRefusal = evidence.traitsOfRefusals.has(trait) && !evidence.acceptedFixtures.has(nameFixture(exchange))
  return hasSameRefusal ? { check, kind: 'unexpected-refusal', traits: [trait] } : undefined
}

/** Returns the members around the results of runs, if the results of several fixtures are inside another value. */
function findEnvelopeOfResults(symptoms: readonly CheckSymptom[]): string | undefined {
  const symptomsWithEnvelope = symptoms.filter(({ check }) => describeEnvelope(check) !== undefined)
  const fixtures = new Set(symptomsWithEnvelope.map(readFixture))

  const [first] = symptomsWithEnvelope
  return first === undefined || fixtures.size < 2 ? undefined : describeEnvelope(first.check)
}

function readFixture({ check }: CheckSymptom): string | undefined {
  return findFailedExchange(check)?.fixture
}

/** The number of responses from which an equal status shows a common cause. */
const FEWEST_RESPONSES = 5

function isServerFailing(exchanges: readonly RecordedExchange[]): boolean {
  const [first] = exchanges
  if (first === undefined || exchanges.length < FEWEST_RESPONSES) return false

  const usesSeveralOperations = new Set(exchanges.map(findOperation)).size > 1
  return usesSeveralOperations && first.status >= 500 && exchanges.every(({ status }) => status === first.status)
}

/**
 * Returns the status with which the server refuses valid async starts, if it refuses all async starts, and runs a workflow of a
 * refused start in mode sync. So neither a wrong key nor a wrong flowId explains it. Wrong starts, which checks also send, may have
 * other statuses.
 */
function findStatusOfAsyncStarts(symptoms: readonly CheckSymptom[], exchanges: readonly RecordedExchange[]): number | undefined {
  const starts = exchanges.filter(isAsyncStart)
  const isEachRefused = starts.length >= FEWEST_RESPONSES && starts.every(({ status }) => status >= 400)
  if (!isEachRefused) return undefined

  const workflowsInSync = new Set(exchanges.filter(isAcceptedSyncRun).map(nameWorkflowAndKey))
  const refusals = symptoms
    .filter(({ kind }) => kind === 'unexpected-refusal')
    .flatMap(({ check }) => findFailedExchange(check) ?? [])
  const refusedStarts = refusals.filter(isAsyncStart)
  return refusedStarts.find((start) => workflowsInSync.has(nameWorkflowAndKey(start)))?.status
}

function nameWorkflowAndKey(exchange: RecordedExchange): string {
  return `${new URL(exchange.url).pathname} ${readKeyName(exchange)}`
}

function isAcceptedSyncRun(exchange: RecordedExchange): boolean {
  const isRun = findOperation(exchange) === 'runPublishedWorkflow'
  return isRun && !isAsyncStart(exchange) && exchange.status < 300
}

/** Statuses that say nothing about the content of a request, so that each request of a fixture gets the same one. */
const STATUSES_OF_FIXTURES = [401, 403, 404]

/** Returns whether the fixture of a request may be the reason why it was refused. */
function isRefusedForFixture(exchange: RecordedExchange): boolean {
  const { fixture, status } = exchange
  return fixture !== undefined && STATUSES_OF_FIXTURES.includes(status) && readKeyName(exchange) !== undefined
}

/** Names the operation and the fixture of a request. The form of its key does not matter. */
function nameFixture(exchange: RecordedExchange): string {
  return `${findOperation(exchange)} ${exchange.fixture}`
}

/** Returns whether each request with a key of the configuration got 401, and whether there are several such keys. */
function isEachKeyRefused(exchanges: readonly RecordedExchange[]): boolean {
  const exchangesWithKey = exchanges.filter((exchange) => readKeyName(exchange) !== undefined)
  const keyNames = new Set(exchangesWithKey.map(readKeyName))
  return keyNames.size > 1 && exchangesWithKey.every(({ status }) => status === 401)
}

/** Lists the keys of the configuration that several operations refuse, and none accepts. */
function listRefusedKeys(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const keyNames = new Set(exchanges.flatMap((exchange) => readKeyName(exchange) ?? []))

  const refused = [...keyNames].filter((keyName) => {
    const uses = exchanges.filter((exchange) => readKeyName(exchange) === keyName)
    const usedBy = new Set(uses.map(findOperation))
    return usedBy.size > 1 && uses.every(({ status }) => status === 401)
  })
  return new Set(refused)
}

/** Returns the name of a key of the configuration, such as `$ECHO_KEY`. A key that a hook returned is not in the configuration. */
function readKeyName(exchange: RecordedExchange): string | undefined {
  const { authorization = '' } = exchange.requestHeaders
  const isOfHook = /\$(?:REGENERATED|PUBLISHED)_KEY/.test(authorization)
  return hasConfiguredKey(exchange) && !isOfHook ? authorization.replace('Bearer ', '') : undefined
}

function listRegistryOperations(exchanges: readonly RecordedExchange[]): ReadonlySet<string | undefined> {
  return new Set(exchanges.filter(isRegistryOperation).map(findOperation))
}

function isRegistryOperation(exchange: RecordedExchange): boolean {
  const operation = findOperation(exchange)
  return operation !== undefined && operation !== 'runPublishedWorkflow'
}

function findOperation({ url }: RecordedExchange): string | undefined {
  return operationOfPath(new URL(url).pathname)
}
