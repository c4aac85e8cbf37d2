import { parseJson } from '../../parse-json.ts'
import { runMembers } from '../../rules/runs/results/run-results.ts'
import type { CheckResult, RecordedExchange } from '../conformance-report.ts'
import { findFailedExchange } from '../failed-exchange.ts'
import { operationOfPath } from '../operation-of-path.ts'

/** The number of similar requests or failures from which a common cause is likely. */
const FEWEST_SIMILAR = 3

/** The number of exchanges from which equal responses are no accident. */
const FEWEST_EXCHANGES = 5

/** Returns a cause that all or several failures of a run may have in common. */
export function findHint(checks: readonly CheckResult[]): string | undefined {
  const exchanges = checks.flatMap((check) => check.exchanges)
  const [first] = exchanges
  if (first === undefined || exchanges.length < FEWEST_EXCHANGES) return undefined

  if (exchanges.every(isHtmlPage)) {
    return 'Every response is an HTML page: check that baseUrl and registryUrl point to the API, and not to something in front of it'
  }

  const haveSameStatus = exchanges.every(({ status }) => status === first.status)
  if (haveSameStatus) return explainCommonStatus(first.status)
  return explainRefusedKey(checks) ?? explainWrongProduct(checks) ?? explainSimilarFailures(checks)
}

/** Explains why all responses of a run have the same status. */
function explainCommonStatus(status: number): string | undefined {
  const remedy = findRemedy(status)
  return remedy === undefined ? undefined : `Every response has status ${status}: check that ${remedy}`
}

function findRemedy(status: number): string | undefined {
  if (status === 401 || status === 403) return 'the keys of the fixtures belong to this server'
  if (status === 429) return 'nobody else uses up the rate limit, or set a lower requestsPerSecond'
  if (status >= 500) return 'the server, and what it depends on, is up'
  return undefined
}

/** A request with a key from the configuration. */
interface KeyUse {
  /** The name of the key, such as `$ECHO_KEY`. */
  readonly keyName: string
  readonly isRefused: boolean
  /** Whether the check of the request did not pass. */
  readonly isSuspect: boolean
}

/** Explains a key that the server always refuses, and that a failed or blocked check uses. */
function explainRefusedKey(checks: readonly CheckResult[]): string | undefined {
  const uses = checks.flatMap(listKeyUses)
  const keyNames = new Set(uses.map(({ keyName }) => keyName))

  const refusedKey = [...keyNames].find((name) => {
    const usesOfKey = uses.filter(({ keyName }) => keyName === name)
    if (usesOfKey.length < FEWEST_SIMILAR) return false
    return usesOfKey.every(({ isRefused }) => isRefused) && usesOfKey.some(({ isSuspect }) => isSuspect)
  })
  if (refusedKey === undefined) return undefined
  return `Every request with ${refusedKey} got 401: check that it is the right key of this server`
}

function listKeyUses({ exchanges, verdict }: CheckResult): KeyUse[] {
  const isSuspect = verdict === 'fail' || verdict === 'blocked'

  return exchanges.flatMap(({ requestHeaders, status }) => {
    const keyName = /^Bearer (\$\w+)$/.exec(requestHeaders['authorization'] ?? '')?.[1]
    return keyName === undefined ? [] : { keyName, isRefused: status === 401, isSuspect }
  })
}

/** Explains a product that no path of the registry has: every request gets 404, or 401 for a wrong key. */
function explainWrongProduct(checks: readonly CheckResult[]): string | undefined {
  const hasSuspect = checks.some(({ verdict }) => verdict === 'fail' || verdict === 'blocked')
  if (!hasSuspect) return undefined

  const product = findMissingProduct(checks.flatMap((check) => check.exchanges))
  if (product === undefined) return undefined
  return `${MISSING_REGISTRY_TITLE}: check that product, ${product}, is the segment in the paths of this server, and registryUrl its address`
}

export const MISSING_REGISTRY_TITLE = 'Every request to the tool registry got 404 or 401'

/** Returns the product segment of the requests to the registry, if the server has none of their paths. */
export function findMissingProduct(exchanges: readonly RecordedExchange[]): string | undefined {
  const withValidKey = exchanges.filter(({ status, url }) => status !== 401 && readProduct(url) !== undefined)
  const [first] = withValidKey
  if (first === undefined || withValidKey.length < FEWEST_SIMILAR) return undefined

  const isMissing = withValidKey.every(({ status }) => status === 404)
  return isMissing ? readProduct(first.url) : undefined
}

/** Returns the product segment of a URL of the tool registry. */
function readProduct(url: string): string | undefined {
  return /\/v1\/(?:public|orgs\/[^/]+)\/([^/]+)\/(?:manifest|execute)$/.exec(new URL(url).pathname)?.[1]
}

/** Explains several failures: by a gateway, by a rate limit, by an unexpected body of run results, or by the same message. */
function explainSimilarFailures(checks: readonly CheckResult[]): string | undefined {
  const failures = checks.filter(({ verdict }) => verdict === 'fail')
  return explainGatewayPages(checks) ?? explainEndlessLimit(failures) ?? explainEnvelope(failures) ?? explainSameMessage(failures)
}

/**
 * Explains HTML pages that a gateway sent in place of the API. The API itself refuses with something else, and no check
 * accepts a page.
 */
function explainGatewayPages(checks: readonly CheckResult[]): string | undefined {
  const refusals = checks.flatMap(({ exchanges }) => exchanges.filter(({ status }) => status >= 400))
  const apiSendsPages = refusals.every(isHtmlPage)

  const checksWithPages = checks.filter(({ exchanges }) => exchanges.some(isHtmlPage))
  const isPageAccepted = checksWithPages.some(({ verdict }) => verdict === 'pass')
  const failedIds = checksWithPages.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  if (apiSendsPages || isPageAccepted || failedIds.length === 0) return undefined

  return `An HTML page came, and no other refusal is one: something before the API, such as a firewall, may have refused what was sent (${failedIds.join(', ')})`
}

/** Explains a rate limit that does not state when it ends. With Retry-After, the suite would wait for its end. */
function explainEndlessLimit(failures: readonly CheckResult[]): string | undefined {
  const limited = failures.filter((check) => {
    const exchange = findFailedExchange(check)
    return check.area !== 'rate-limit' && exchange !== undefined && isEndlessLimit(exchange)
  })
  if (limited.length < FEWEST_SIMILAR) return undefined

  const ids = limited.map(({ id }) => id).join(', ')
  return `${limited.length} failures are a 429 without Retry-After, which section 7 requires: lift the limit, which may be one of a gateway, or set a lower requestsPerSecond (${ids})`
}

export function isEndlessLimit({ responseHeaders, status }: RecordedExchange): boolean {
  return status === 429 && !('retry-after' in responseHeaders)
}

/** Returns whether a response is an HTML page. A server may also send JSON with the wrong content type. */
export function isHtmlPage({ responseBody, responseHeaders }: RecordedExchange): boolean {
  const isJson = /^[\ufeff\s]*[{[]/.test(responseBody)
  return !isJson && /^text\/html\b/i.test(responseHeaders['content-type'] ?? '')
}

/** Explains run results that are not at the top level of the body, for example because they are in an envelope. */
function explainEnvelope(failures: readonly CheckResult[]): string | undefined {
  const group = findLargestGroup(failures, describeEnvelope)
  if (group === undefined) return undefined

  const members = [...runMembers].join(', ')
  return `${group.ids.length} failures may have one cause: the top level of the body of a run, where ${members} belong, has ${group.feature} (${group.ids.join(', ')})`
}

/** Describes the top level of a body that has no documented member of a run result. */
export function describeEnvelope(check: CheckResult): string | undefined {
  const exchange = findFailedExchange(check)
  if (exchange === undefined || !isSuccessfulSyncRun(exchange)) return undefined

  const body = parseJson(exchange.responseBody)
  if (typeof body !== 'object' || body === null) return undefined
  if (Array.isArray(body)) return 'an array'

  const names = Object.keys(body)
  const hasDocumentedMember = names.some((name) => runMembers.has(name))
  return hasDocumentedMember ? undefined : names.join(', ') || 'nothing'
}

function isSuccessfulSyncRun({ requestBody = '', status, url }: RecordedExchange): boolean {
  const isRun = operationOfPath(new URL(url).pathname) === 'runPublishedWorkflow'
  return isRun && status === 200 && requestBody.includes('"mode":"sync"')
}

function explainSameMessage(failures: readonly CheckResult[]): string | undefined {
  const group = findLargestGroup(failures, readProblem)
  if (group === undefined) return undefined
  return `${group.ids.length} failures are alike: ${group.feature} (${group.ids.join(', ')})`
}

/** Returns the first line of a message without the description of the request, which differs from check to check. */
function readProblem({ message }: CheckResult): string | undefined {
  return message.split('\n', 1)[0]?.replace(/ to .*, found /, ', found ')
}

/** Failures with a feature in common. */
interface FailureGroup {
  readonly feature: string
  readonly ids: readonly string[]
}

/** Groups failures by a feature, and returns the largest group with at least three failures. */
function findLargestGroup(
  failures: readonly CheckResult[],
  readFeature: (check: CheckResult) => string | undefined,
): FailureGroup | undefined {
  const idsByFeature = new Map<string, string[]>()
  for (const check of failures) {
    const feature = readFeature(check)
    if (feature === undefined) continue
    idsByFeature.set(feature, [...(idsByFeature.get(feature) ?? []), check.id])
  }

  const groups = [...idsByFeature].map(([feature, ids]) => ({ feature, ids }))
  return groups.filter(({ ids }) => ids.length >= FEWEST_SIMILAR).toSorted((a, b) => b.ids.length - a.ids.length)[0]
}
