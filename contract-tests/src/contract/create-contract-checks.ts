import { operationTable, type Requirement, requirements } from '@wfhost/openapi'
import { describeRequirement, listPermissions, type RunnableCheck } from '../engine/checks.ts'
import type { Area } from '../engine/conformance-report.ts'
import type { SuiteOptions } from '../engine/suite.ts'
import { operations } from '../operations/operations.ts'
import { parseJson } from '../parse-json.ts'
import { type RuleNeeds, RuleViolation } from '../rules/rule.ts'
import type { Exchange } from '../target/exchange.ts'
import { select } from '../target/select.ts'
import { NotDeclared, type Target } from '../target/target.ts'
import { type ContractExchange, hasOperation, isRateLimited, type KnownExchange } from './contract-exchange.ts'
import type { ContractMapping } from './contract-schema.ts'
import { type Difference, type Expectation, listDifferences, pointerOf } from './expectation.ts'
import { findExpectations } from './find-expectations.ts'
import { keepSharedExpectations } from './list-expectations.ts'
import { type MappedRequest, mapRequest } from './map-request.ts'
import { createId, createKey, describeRequest } from './name-request.ts'

/** A request of the tests that cannot be compared with a server, and the reason. */
export interface UnverifiableRequest {
  readonly request: string
  readonly reason: string
}

/** The checks that compare a server with a contract, and the requests that cannot be compared. */
export interface ContractChecks {
  readonly checks: readonly RunnableCheck[]
  readonly notVerifiable: readonly UnverifiableRequest[]
}

interface ContractOptions {
  readonly mapping: ContractMapping
  /** Whether the server can be made to limit the rate, and may be. */
  readonly canLimitRate: boolean
}

/** Returns whether the configuration declares and permits the hook that limits the rate. */
export function canLimitRate({ allow, description }: Pick<SuiteOptions, 'allow' | 'description'>): boolean {
  return description.hooks?.limitRate !== undefined && allow.includes('rate-limit')
}

/** Creates a check for each distinct request of a contract that a server can repeat. */
export function createContractChecks(exchanges: readonly ContractExchange[], options: ContractOptions): ContractChecks {
  const checks: RunnableCheck[] = []
  const notVerifiable: UnverifiableRequest[] = []

  for (const group of groupByRequest(exchanges)) {
    const outcome = tryToCreateCheck(group, options)
    if (outcome.kind === 'check') checks.push(outcome.check)
    else notVerifiable.push(...outcome.requests)
  }
  return { checks, notVerifiable }
}

type CheckCreation =
  | { readonly kind: 'check'; readonly check: RunnableCheck }
  | { readonly kind: 'not-verifiable'; readonly requests: readonly UnverifiableRequest[] }

/**
 * The exchanges with one request. A request can have had several responses. A 429 is a group of its own, because a hook can
 * cause it.
 */
type RequestGroup = readonly [ContractExchange, ...ContractExchange[]]

function groupByRequest(exchanges: readonly ContractExchange[]): RequestGroup[] {
  const groups = new Map<string, [ContractExchange, ...ContractExchange[]]>()
  for (const exchange of exchanges) {
    const key = createKey(exchange)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [exchange])
    else group.push(exchange)
  }
  return [...groups.values()]
}

/**
 * Creates the check that repeats one request of the tests on a server. The tests may have sent the request several times, so the
 * check keeps only the expectations that all of their responses share.
 *
 * @returns the reasons instead of a check if a server cannot repeat the request, or if it had different outcomes
 */
function tryToCreateCheck(group: RequestGroup, options: ContractOptions): CheckCreation {
  const exchanges = findRepeatableExchanges(group, options)
  const [firstExchange] = exchanges
  if (firstExchange === undefined) {
    return { kind: 'not-verifiable', requests: group.map((exchange) => describeUnverifiable(exchange, options)) }
  }

  const outcomes = new Set(exchanges.map(({ response }) => describeOutcome(response)))
  if (outcomes.size > 1) {
    const reason = `the tests received several responses to this request: ${[...outcomes].join(', ')}`
    return { kind: 'not-verifiable', requests: [{ request: describeRequest(firstExchange), reason }] }
  }

  const { mapping } = options
  const expectations = keepSharedExpectations(exchanges.map((exchange) => findExpectations(exchange, mapping)))
  return { kind: 'check', check: createRunnableCheck(firstExchange, { mapping, expectations }) }
}

/** Lists the exchanges whose requests can be sent to a real server. */
function findRepeatableExchanges(group: RequestGroup, options: ContractOptions): readonly KnownExchange[] {
  return group.filter(hasOperation).filter((exchange) => listReasonsNotRepeatable(exchange, options).length === 0)
}

/** Lists why a server cannot repeat an exchange. A 429 can be repeated if a hook limits the rate, however the test got it. */
function listReasonsNotRepeatable(
  { reasonsNotRepeatable: recordedReasons, response }: ContractExchange,
  { canLimitRate: canLimit }: ContractOptions,
): readonly string[] {
  if (!isRateLimited(response)) return recordedReasons

  const otherReasons = recordedReasons.filter((reason) => !reason.startsWith('the fault '))
  if (canLimit) return otherReasons
  return [...otherReasons, 'a 429 needs the hook limitRate, and rate-limit in allow']
}

function describeUnverifiable(exchange: ContractExchange, options: ContractOptions): UnverifiableRequest {
  return { request: describeRequest(exchange), reason: listReasonsNotRepeatable(exchange, options).join('; ') }
}

/** Describes the parts of a response that decide how a client reads it. */
function describeOutcome({ body, status }: ContractExchange['response']): string {
  const { error, status: outcome } = Object(body)
  if (outcome !== 'success' && outcome !== 'failed') return String(status)

  const { name } = Object(error)
  return name === undefined ? `${status} ${outcome}` : `${status} ${outcome} with ${name}`
}

interface CheckSettings {
  /** The names in the tests, each with the name or the key that replaces it on the server. */
  readonly mapping: ContractMapping
  /** The parts of a response, such as its status, on which the tests may have relied. */
  readonly expectations: readonly Expectation[]
}

/**
 * Creates the check that repeats a recorded request on a server. The API document has the operation of a `KnownExchange`. An
 * expectation is a part of the recorded response on which the tests may have relied, such as its status, or a field with its
 * type. The response of the server must meet each expectation.
 */
function createRunnableCheck(exchange: KnownExchange, { mapping, expectations }: CheckSettings): RunnableCheck {
  const id = createId(exchange)
  const needs = createNeeds(exchange)

  return {
    // The requirement of the API document that the response belongs to.
    ...describeRequirement(findRequirement(exchange)),
    id,
    statement: `${describeRequest(exchange)}: the response has what the tests relied on`,
    area: findArea(exchange),

    // A difference is a failure, not a warning.
    force: 'must',
    // The report names the contract as the source of the requirement.
    claimedBy: 'the contract',

    // The hooks that the check calls, and the number of its requests.
    needs,
    // The effects that the user must have allowed, such as `runs`.
    permissions: listPermissions(needs),
    run: createRunFunction(exchange, { id, mapping, expectations }),
  }
}

/** Creates the function of a check. The configuration may ignore fields of the response, or require their values. */
function createRunFunction(exchange: KnownExchange, { id, mapping, expectations }: CheckSettings & { readonly id: string }) {
  const mapped = mapRequest(exchange, mapping)
  const configuredExpectations = applyConfiguredFields(expectations, { id, exchange, mapping })
  return (target: Target) => verifyRequest(target, { mapped, exchange, expectations: configuredExpectations })
}

/** Lists the hooks that a check needs, and counts the requests that it sends. */
function createNeeds({ operationId, response }: KnownExchange): RuleNeeds {
  const isLimited = isRateLimited(response)
  const requests = isLimited ? 2 : 1
  const effect = operations[operationId].effect
  return {
    fixtures: [],
    hooks: isLimited ? ['limitRate'] : [],
    requests,
    runs: effect === 'runs' ? requests : 0,
    executions: effect === 'executions' ? requests : 0,
  }
}

/** Finds the requirement that the response covers, or the first one of the operation. */
function findRequirement({ operationId, response }: KnownExchange): Requirement {
  const { requirements: ofOperation, responses } = operationTable[operationId]
  const ofResponses: Readonly<Record<number, { readonly requirements: readonly string[] } | undefined>> = responses

  const [id] = [...(ofResponses[response.status]?.requirements ?? []), ...ofOperation]
  const registered: readonly Requirement[] = requirements
  const requirement = registered.find((candidate) => candidate.id === id)
  if (requirement === undefined) throw new Error(`Cannot create a check: the register has no requirement ${id}`)
  return requirement
}

/** Returns the area of a check. A check of the area rate-limit receives a 429 itself; others wait and repeat the request. */
function findArea({ operationId, request, response }: KnownExchange): Area {
  if (isRateLimited(response)) return 'rate-limit'
  return operations[operationId].findArea(parseJson(request.body ?? ''))
}

interface FieldSettings {
  readonly id: string
  readonly exchange: KnownExchange
  readonly mapping: ContractMapping
}

/** Adds expectations for required fields of the configuration. Removes expectations for ignored fields. */
function applyConfiguredFields(
  expectations: readonly Expectation[],
  { exchange, id, mapping }: FieldSettings,
): readonly Expectation[] {
  const concerns = (entry: { readonly check: string }): boolean => id === entry.check || id.startsWith(`${entry.check}.`)
  const ignoredPointers = mapping.ignore.filter(concerns).map(({ place }) => place)
  const required = mapping.values.filter(concerns).flatMap(({ place }) => {
    return select(exchange.response.body, place).map(({ pointer, value }): Expectation => ({ kind: 'value', pointer, value }))
  })

  const kept = expectations.filter((expectation) => {
    const pointer = pointerOf(expectation)
    return (
      pointer === undefined ||
      !ignoredPointers.some((ignoredPointer) => pointer === ignoredPointer || pointer.startsWith(`${ignoredPointer}/`))
    )
  })
  return [...kept, ...required]
}

interface VerifiedRequest {
  readonly mapped: MappedRequest
  readonly exchange: KnownExchange
  readonly expectations: readonly Expectation[]
}

/** Sends the request of the tests to a server, and compares the response with the expectations of the tests. */
async function verifyRequest(target: Target, { exchange, mapped, expectations }: VerifiedRequest): Promise<void> {
  if (mapped.kind === 'unmapped') {
    const members = mapped.missing.map((member) => `contract.${member}`)
    throw new NotDeclared(`the configuration does not declare ${members.join(', ')}`)
  }

  const request = mapped.createRequest(target)
  if (isRateLimited(exchange.response)) {
    await target.hooks.limitRate({ requests: 1, windowMs: 60_000 })
    await target.send(request)
  }
  const exchangeOfServer = await target.send(request)

  const differences = listDifferences(expectations, exchangeOfServer)
  if (differences.length > 0) throw createViolation(differences, exchangeOfServer)
}

/** Creates the error with all differences of a response, one on each line. */
function createViolation(differences: readonly Difference[], exchange: Exchange): RuleViolation {
  return new RuleViolation((redact) => {
    const lines = new Set(differences.map(({ describe }) => describe(redact)))
    return [...lines].join('\n')
  }, exchange)
}
