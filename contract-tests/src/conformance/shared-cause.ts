import type { CheckResult, RecordedExchange } from './conformance-report.ts'

const fewest = 3

/** One cause of several failures: run results that are not where they are documented, such as in an envelope. */
export function sharedCauseOf(checks: readonly CheckResult[]): string | undefined {
  const failed = checks.filter(({ verdict }) => verdict === 'fail')
  const forms = failed.map((check) => ({ id: check.id, form: envelopeOf(check) }))
  const [first] = forms.map(({ form }) => form).filter((form) => form !== undefined)
  const ids = forms.filter(({ form }) => form !== undefined && form === first).map(({ id }) => id)
  if (first === undefined || ids.length < fewest) return undefined
  return `${ids.length} failures may have one cause: look at the top of the body of a run, where status, result or error, and stepOutputs belong and ${first} was found (${ids.join(', ')})`
}

/** What stands at the top of a sync run's body that lacks everything documented. */
function envelopeOf({ exchanges, failedExchange }: CheckResult): string | undefined {
  const exchange = failedExchange === undefined ? undefined : exchanges[failedExchange]
  if (exchange === undefined || !isSyncRun(exchange)) return undefined
  const body = parse(exchange.responseBody)
  if (typeof body !== 'object' || body === null) return undefined
  if (Array.isArray(body)) return 'an array'
  const names = Object.keys(body)
  return names.some((name) => ['status', 'result', 'error', 'stepOutputs'].includes(name))
    ? undefined
    : names.join(', ') || 'nothing'
}

function isSyncRun({ requestBody = '', status, url }: RecordedExchange): boolean {
  return status === 200 && url.endsWith('/published-run') && requestBody.includes('"mode":"sync"')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
