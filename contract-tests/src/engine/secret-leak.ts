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

type LeakFinder = Pick<Secrets, 'findLeaks' | 'redact'>

/**
 * Throws if the report would show a secret with every outcome of the checks, for example in the name of the server.
 *
 * @throws {SecretLeak}
 */
export function refusePlannedLeaks(report: ConformanceReport, secrets: LeakFinder): void {
  const leaks = describeLeaks(report, { secrets })
  if (leaks === undefined) return

  const message = `Nothing was sent: the report would show ${leaks}. Give it another name there, or take another secret`
  throw new SecretLeak(secrets.redact(message), { hasRun: false })
}

interface Output {
  readonly secrets: LeakFinder
  /** A text made of the report. @default the report itself */
  readonly text?: string | undefined
  /** The name of the output, for the message. @default 'the report' */
  readonly name?: string
}

/**
 * Throws if a report, or a text made of it, would show a secret.
 *
 * @throws {SecretLeak}
 */
export function refuseLeaks(report: ConformanceReport, output: Output): void {
  const leaks = describeLeaks(report, output)
  if (leaks === undefined) return

  const { name = 'the report', secrets } = output
  const message = `Cannot write ${name}: it would show ${leaks}. The verdict is ${report.verdict}: ${describeCounts(report)}`
  throw new SecretLeak(secrets.redact(message), { hasRun: true })
}

function describeCounts({ counts }: ConformanceReport): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`)
    .join(', ')
}

/** The most places of a leak that a message lists. */
const MOST_PLACES = 5

/** Lists the secrets that an output would show, and their places in the report. Returns undefined if there is none. */
function describeLeaks(report: ConformanceReport, { secrets, text }: Output): string | undefined {
  const texts = text === undefined ? listTexts(report) : [text]
  const leaks = new Set(texts.flatMap((part) => secrets.findLeaks(part)))
  if (leaks.size === 0) return undefined

  const names = [...leaks].join(', ')
  const places = findPlaces(report, (part) => secrets.findLeaks(part).length > 0)
  return places.length === 0 ? names : `${names} at ${places.slice(0, MOST_PLACES).join(', ')}`
}

/** Lists the texts of a value, and the names of its members. */
function listTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.entries(value).flatMap(([name, child]) => [name, ...listTexts(child)])
}

/** Lists the places of the texts that meet a condition, such as `target.name`. */
function findPlaces(value: unknown, matches: (text: string) => boolean): string[] {
  if (typeof value !== 'object' || value === null) return matches(String(value)) ? [''] : []

  return Object.entries(value).flatMap(([name, child]) => {
    const childPlaces = findPlaces(child, matches).map((place) => (place === '' ? name : `${name}.${place}`))
    return matches(name) ? ['the name of a member', ...childPlaces] : childPlaces
  })
}
