import type { ConformanceReport } from './conformance-report.ts'
import type { Secrets } from './secrets.ts'

/**
 * The error for a report that would show a secret. The report is withheld. The message has the name of the secret, the
 * place in the report, and the verdict.
 *
 * Reports are redacted, so this error is rare. Before anything is sent, the cause is a secret that the configuration
 * shows, for example in the name of the server. After a run, the cause is an unknown form of a secret.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { checkServer, SecretLeak } from '@wfhost/contract-tests'
 *
 * const fetch = async () => Response.json({})
 * const server = { name: 'the server of wk-17-a4', baseUrl: 'http://localhost', fetch, secrets: { ECHO_KEY: 'wk-17-a4' } }
 *
 * await assert.rejects(async () => checkServer(server), (error) => {
 *   assert.ok(error instanceof SecretLeak)
 *   assert.match(error.message, /the report would show ECHO_KEY at target.name/)
 *   return true
 * })
 * ```
 */
export class SecretLeak extends Error {
  /** Always `SecretLeak`. */
  override readonly name = 'SecretLeak'
  /** Whether requests have been sent. */
  readonly hasRun: boolean

  constructor(message: string, { hasRun }: { readonly hasRun: boolean }) {
    super(message)
    this.hasRun = hasRun
  }
}

type Keeping = Pick<Secrets, 'leaksIn' | 'redact'>

/**
 * Refuses to run where the report would show a secret whatever is found.
 *
 * @throws {SecretLeak}
 */
export function refusePlannedLeaks(report: ConformanceReport, secrets: Keeping): void {
  const leaks = leaksText(report, { secrets })
  if (leaks === undefined) return
  const message = `Nothing was sent: the report would show ${leaks}. Give it another name there, or take another secret`
  throw new SecretLeak(secrets.redact(message), { hasRun: false })
}

/**
 * Withholds a report, or a text made of it, that would show a secret.
 *
 * @throws {SecretLeak}
 */
export function refuseLeaks(
  report: ConformanceReport,
  on: { readonly secrets: Keeping; readonly text?: string; readonly what?: string },
): void {
  const { secrets, text, what = 'the report' } = on
  const leaks = leaksText(report, { secrets, text })
  if (leaks === undefined) return
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0)
  const counted = counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')
  const message = `Cannot write ${what}: it would show ${leaks}. The verdict is ${report.verdict}: ${counted}`
  throw new SecretLeak(secrets.redact(message), { hasRun: true })
}

const longestList = 5

/** Which secrets a text made of a report would show, and where the report has them. */
function leaksText(
  report: ConformanceReport,
  { secrets, text }: { readonly secrets: Keeping; readonly text?: string | undefined },
): string | undefined {
  const texts = text === undefined ? textsOf(report) : [text]
  const leaks = [...new Set(texts.flatMap((one) => secrets.leaksIn(one)))]
  if (leaks.length === 0) return undefined
  const places = placesOf(report, (leaf) => secrets.leaksIn(leaf).length > 0)
  return `${leaks.join(', ')}${places.length === 0 ? '' : ` at ${places.slice(0, longestList).join(', ')}`}`
}

/** The texts of a value, and the names of its members. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, child]) => [name, ...textsOf(child)])
}

/** Where the texts of a value are that a condition holds for, such as `target.name`. */
function placesOf(value: unknown, holds: (text: string) => boolean): string[] {
  if (typeof value !== 'object' || value === null) return holds(String(value)) ? [''] : []
  return Object.entries(value).flatMap(([name, child]) => {
    const inside = placesOf(child, holds).map((place) => (place === '' ? name : `${name}.${place}`))
    return holds(name) ? ['the name of a member', ...inside] : inside
  })
}
