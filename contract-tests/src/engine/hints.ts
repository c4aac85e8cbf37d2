import { parseJson } from '../parse-json.ts'
import { runMembers } from '../rules/runs/run-results.ts'
import type { CheckResult, RecordedExchange } from './conformance-report.ts'

/** A key that is refused wherever it is sent as it is, by checks that did not pass, where not all is refused. */
function refusedKey(checks: readonly CheckResult[]): string | undefined {
  const sent = checks.flatMap(({ exchanges, verdict }) =>
    exchanges.map(({ requestHeaders, status }) => ({
      name: /^Bearer (\$\w+)$/.exec(requestHeaders['authorization'] ?? '')?.[1],
      isRefused: status === 401,
      isSuspect: verdict === 'fail' || verdict === 'blocked',
    })),
  )
  const names = new Set(sent.flatMap(({ name }) => name ?? []))
  const refused = [...names].find((wanted) => {
    const of = sent.filter(({ name }) => name === wanted)
    return of.length >= fewestAlike && of.every(({ isRefused }) => isRefused) && of.some(({ isSuspect }) => isSuspect)
  })
  return refused && `Every request with ${refused} was answered with 401: check that it is the right key of this server`
}

/** A product that the paths of the registry do not have: each request to them is answered with 404, unless its key is refused. */
function wrongProduct(checks: readonly CheckResult[]): string | undefined {
  const suspects = checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'blocked')
  if (suspects.length === 0) return undefined

  const sent = checks.flatMap(({ exchanges }) => exchanges.map(({ status, url }) => ({ status, product: productIn(url) })))
  const answered = sent.filter(({ product, status }) => product !== undefined && status !== 401)
  if (answered.length < fewestAlike || answered.some(({ status }) => status !== 404)) return undefined
  const [first] = answered
  return `Every request to the tool registry was answered with 404 or 401: check that product, ${first?.product}, is the segment in the paths of this server, and registryUrl its address`
}

/** The product segment of an address of the tool registry. */
function productIn(url: string): string | undefined {
  return /\/v1\/(?:public|orgs\/[^/]+)\/([^/]+)\/(?:manifest|execute)$/.exec(new URL(url).pathname)?.[1]
}

/**
 * One cause of several failures: run results that are not where they are documented, such as in an envelope, or one
 * problem that many checks have.
 */
function sharedCauseOf(checks: readonly CheckResult[]): string | undefined {
  const failed = checks.filter(({ verdict }) => verdict === 'fail')
  const apart = gatewayBefore(checks) ?? limitBefore(failed)
  if (apart !== undefined) return apart
  const envelope = commonest(failed, envelopeOf)
  if (envelope !== undefined) {
    return `${envelope.ids.length} failures may have one cause: the top level of the body of a run, where ${[...runMembers].join(', ')} belong, has ${envelope.what} (${envelope.ids.join(', ')})`
  }
  // What was sent differs where the problem is the same.
  const problem = commonest(failed, ({ message }) => message.split('\n', 1)[0]?.replace(/ to .*, found /, ', found '))
  return problem && `${problem.ids.length} failures are alike: ${problem.what} (${problem.ids.join(', ')})`
}

/** Pages where the API refuses with something else come of what stands before it, if no check takes one for an answer. */
function gatewayBefore(checks: readonly CheckResult[]): string | undefined {
  const refusesOtherwise = checks.some(({ exchanges }) => exchanges.some((one) => one.status >= 400 && !isPage(one)))
  const withPages = checks.filter(({ exchanges }) => exchanges.some(isPage))
  const ids = withPages.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  if (!refusesOtherwise || ids.length === 0 || withPages.some(({ verdict }) => verdict === 'pass')) return undefined
  return `An HTML page came, and no other refusal is one: something before the API, such as a firewall, may have refused what was sent (${ids.join(', ')})`
}

/** A limit that nobody asked for, and that does not say when it ends: with Retry-After it is waited for. */
function limitBefore(failed: readonly CheckResult[]): string | undefined {
  const limited = failed.filter(({ exchanges, failedExchange = -1, area }) => {
    const answered = exchanges[failedExchange]
    return area !== 'rate-limit' && answered !== undefined && isEndlessLimit(answered)
  })
  if (limited.length < fewestAlike) return undefined
  const ids = limited.map(({ id }) => id).join(', ')
  return `${limited.length} failures are a 429 without Retry-After, which section 7 has each 429 carry: lift the limit, which may be one of a gateway, or set a lower requestsPerSecond (${ids})`
}

export function isEndlessLimit({ responseHeaders, status }: RecordedExchange): boolean {
  return status === 429 && !('retry-after' in responseHeaders)
}

function isPage({ responseHeaders }: RecordedExchange): boolean {
  return /^text\/html\b/i.test(responseHeaders['content-type'] ?? '')
}

interface Common {
  readonly what: string
  readonly ids: readonly string[]
}

/** What most of the failures have in common, if these are some. */
function commonest(failed: readonly CheckResult[], of: (check: CheckResult) => string | undefined): Common | undefined {
  const said = failed.map((check) => ({ id: check.id, what: of(check) }))
  const groups = [...new Set(said.map(({ what }) => what))].flatMap((what) => {
    const ids = said.filter((one) => one.what === what).map(({ id }) => id)
    return what === undefined || ids.length < fewestAlike ? [] : [{ what, ids }]
  })
  return groups.toSorted((a, b) => b.ids.length - a.ids.length)[0]
}

/** What stands at the top of a sync run's body that lacks everything documented. */
function envelopeOf({ exchanges, failedExchange }: CheckResult): string | undefined {
  const exchange = failedExchange === undefined ? undefined : exchanges[failedExchange]
  if (exchange === undefined || !isSyncRun(exchange)) return undefined
  const body = parseJson(exchange.responseBody)
  if (typeof body !== 'object' || body === null) return undefined
  if (Array.isArray(body)) return 'an array'
  const names = Object.keys(body)
  return names.some((name) => runMembers.has(name)) ? undefined : names.join(', ') || 'nothing'
}

function isSyncRun({ requestBody = '', status, url }: RecordedExchange): boolean {
  return status === 200 && url.endsWith('/published-run') && requestBody.includes('"mode":"sync"')
}

/** One cause that may stand behind every failure, when all answers of a run are alike, or behind many of them. */
export function findHint(checks: readonly CheckResult[]): string | undefined {
  const exchanges = checks.flatMap((check) => check.exchanges)
  const [first] = exchanges
  if (first === undefined || exchanges.length < fewestForHint) return undefined
  if (exchanges.every(isPage)) {
    return 'Every response is an HTML page: check that baseUrl and registryUrl point to the API, and not to something in front of it'
  }
  const { status } = first
  if (exchanges.some((exchange) => exchange.status !== status)) {
    return refusedKey(checks) ?? wrongProduct(checks) ?? sharedCauseOf(checks)
  }
  const cause = causeOf(status)
  return cause === undefined ? undefined : `Every response has status ${status}: check that ${cause}`
}

function causeOf(status: number): string | undefined {
  if (status === 401 || status === 403) return 'the keys of the fixtures belong to this server'
  if (status === 429) return 'nobody else uses up the rate limit, or set a lower requestsPerSecond'
  return status >= 500 ? 'the server, and what it depends on, is up' : undefined
}

const fewestAlike = 3
const fewestForHint = 5
