import type { CheckResult } from './conformance-report.ts'
import { sharedCauseOf } from './shared-cause.ts'

const fewest = 5

/** One cause that may stand behind every failure, when all answers of a run are alike, or behind many of them. */
export function hintOf(checks: readonly CheckResult[]): string | undefined {
  const exchanges = checks.flatMap((check) => check.exchanges)
  const [first] = exchanges
  if (first === undefined || exchanges.length < fewest) return undefined
  if (exchanges.every(({ responseHeaders }) => /^text\/html\b/i.test(responseHeaders['content-type'] ?? ''))) {
    return 'Every response is an HTML page: check that baseUrl and registryUrl point to the API, and not to something in front of it'
  }
  const { status } = first
  if (exchanges.some((exchange) => exchange.status !== status)) return sharedCauseOf(checks)
  const cause = causeOf(status)
  return cause === undefined ? undefined : `Every response has status ${status}: check that ${cause}`
}

function causeOf(status: number): string | undefined {
  if (status === 401 || status === 403) return 'the keys of the fixtures belong to this server'
  if (status === 404 || status === 405) {
    return 'baseUrl and registryUrl include the path before /api/v2 and /v1, and that product is the name in the registry paths'
  }
  if (status === 429) return 'nobody else uses up the rate limit, or set a lower requestsPerSecond'
  return status >= 500 ? 'the server, and what it depends on, is up' : undefined
}
