import { createHarEntry } from '@wfhost/internal/http-archive'
import type { CheckResult, ConformanceReport } from '../engine/conformance-report.ts'

/** Formats the exchanges of a check as an HTTP Archive 1.2 (HAR), which browsers and proxies can import. */
export function formatHar({ startedAt, tool }: ConformanceReport, { exchanges, id }: CheckResult): string {
  const entries = exchanges.map((exchange) =>
    createHarEntry({
      // The report has no time for each request, so each entry has the start of the run.
      startedAt,
      durationMs: exchange.durationMs,
      request: {
        method: exchange.method,
        url: exchange.url,
        headers: exchange.requestHeaders,
        body: exchange.requestBody,
      },
      response: { status: exchange.status, headers: exchange.responseHeaders, body: exchange.responseBody },
      // The report shortens long bodies, so the archive gives no body sizes.
      hasCompleteBodies: false,
    }),
  )

  const archive = { log: { version: '1.2', creator: tool, comment: id, entries } }
  return `${JSON.stringify(archive, null, 2)}\n`
}
