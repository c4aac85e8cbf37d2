import type { RecordedExchange } from '../conformance-report.ts'
import { operationOfPath } from '../operation-of-path.ts'
import { describeEnvelope, findMissingProduct } from './hints.ts'
import { type CheckSymptom, expectsSuccess, findExchange, hasConfiguredKey, shapeOf } from './symptoms.ts'

/** Facts that only all requests of a run show together. */
interface RunEvidence {
  readonly isServerFailing: boolean
  /** Whether the results of several fixtures are inside another value. */
  readonly haveResultsEnvelope: boolean
  readonly isRegistryMissing: boolean
  /** The keys that several operations refuse, and none accepts. */
  readonly refusedKeys: ReadonlySet<string>
  /** The traits of the symptoms of refused requests. */
  readonly traitsOfRefusals: ReadonlySet<string>
  /** The fixtures of which the server accepted a request, with their operations. */
  readonly acceptedFixtures: ReadonlySet<string>
}

/**
 * Replaces the symptoms of causes that only all requests of a run show together:
 *
 * - Each response has the same status of an internal error.
 * - The server has no tool registry at this address.
 * - Each endpoint refuses the same key.
 * - The server accepts no request that is made of a fixture.
 * - The results of runs are inside another value.
 *
 * @param exchangesOfRun - All exchanges of the run, also those of checks that passed.
 */
export function findSharedCauses(symptoms: readonly CheckSymptom[], exchangesOfRun: readonly RecordedExchange[]): CheckSymptom[] {
  const evidence: RunEvidence = {
    isServerFailing: isServerFailing(exchangesOfRun),
    haveResultsEnvelope: new Set(symptoms.filter(({ check }) => describeEnvelope(check) !== undefined).map(readFixture)).size > 1,
    isRegistryMissing: findMissingProduct(exchangesOfRun) !== undefined && listRegistryOperations(exchangesOfRun).size > 1,
    refusedKeys: listRefusedKeys(exchangesOfRun),
    traitsOfRefusals: new Set(symptoms.flatMap(({ kind, traits }) => (kind === 'refused-request' ? traits : []))),
    acceptedFixtures: new Set(exchangesOfRun.filter(({ status }) => status < 300).map(nameFixture)),
  }

  return symptoms.map((symptom) => {
    const exchange = findExchange(symptom.check)
    const mayBeShared = SHARED_KINDS.includes(symptom.kind)
    return exchange === undefined || !mayBeShared ? symptom : replaceSymptom(symptom, exchange, evidence)
  })
}

/** The kinds of symptoms that may have a cause which concerns more than their own request. */
const SHARED_KINDS: readonly CheckSymptom['kind'][] = ['refused-request', 'other-refusal', 'wrong-response']

type SharedCause = (symptom: CheckSymptom, exchange: RecordedExchange, evidence: RunEvidence) => CheckSymptom | undefined

/** The causes that checks can share. A cause that concerns more requests comes first. */
const SHARED_CAUSES: readonly SharedCause[] = [
  findFailingServer,
  findEnvelope,
  findMissingRegistry,
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

function findEnvelope(
  { check, kind }: CheckSymptom,
  _exchange: RecordedExchange,
  evidence: RunEvidence,
): CheckSymptom | undefined {
  if (!evidence.haveResultsEnvelope || kind !== 'wrong-response') return undefined

  const envelope = describeEnvelope(check)
  return envelope === undefined ? undefined : { check, kind: 'envelope', traits: [`envelope ${envelope}`], found: envelope }
}

function findMissingRegistry(
  { check }: CheckSymptom,
  exchange: RecordedExchange,
  evidence: RunEvidence,
): CheckSymptom | undefined {
  const isMissing = evidence.isRegistryMissing && exchange.status === 404 && isRegistryOperation(exchange)
  return isMissing ? { check, kind: 'missing-registry', traits: ['no registry'] } : undefined
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
  return hasSameRefusal ? { check, kind: 'refused-request', traits: [trait] } : undefined
}

function readFixture({ check }: CheckSymptom): string | undefined {
  return findExchange(check)?.fixture
}

/** The number of responses from which an equal status shows a common cause. */
const FEWEST_RESPONSES = 5

function isServerFailing(exchanges: readonly RecordedExchange[]): boolean {
  const [first] = exchanges
  if (first === undefined || exchanges.length < FEWEST_RESPONSES) return false

  const usesSeveralOperations = new Set(exchanges.map(findOperation)).size > 1
  return usesSeveralOperations && first.status >= 500 && exchanges.every(({ status }) => status === first.status)
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
