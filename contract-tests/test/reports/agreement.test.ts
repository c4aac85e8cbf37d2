import { expect, test, vi } from 'vitest'
import { findDisagreements } from '../../proof/selftest/reports.ts'
import type { ConformanceReport } from '../../src/engine/conformance-report.ts'
import { formatAll, reportFormats } from '../../src/reports/report-formats.ts'
import { createSampleReport } from './sample-report.ts'

const sample = createSampleReport()
const texts = formatAll(sample)

test('finds no disagreement between the reports of a run', () => {
  expect(findDisagreements(sample, texts)).toEqual([])
})

test('finds a report with other counts or another verdict', () => {
  const { counts } = sample
  const counted = findDisagreements({ ...sample, counts: { ...counts, fail: counts.fail + 1 } }, texts)
  expect(counted).toHaveLength(6)
  expect(findDisagreements({ ...sample, verdict: 'INCOMPLETE' }, texts)).toContain('github-annotations does not say INCOMPLETE')
})

test.each(Object.entries(reportFormats))(
  '%s is the same text at any time, in any time zone and from a copy',
  (_name, { format }) => {
    const first = format(sample)
    vi.useFakeTimers({ now: new Date('2031-01-01T00:00:00Z') })
    vi.stubEnv('TZ', 'Pacific/Auckland')
    vi.stubEnv('LANG', 'de_DE.UTF-8')
    vi.stubEnv('WFHOST_KEY', 'canary-of-the-environment')
    try {
      expect(format(structuredClone(sample))).toBe(first)
      expect(first).not.toContain('canary')
      expect(sample).toEqual(createSampleReport())
    } finally {
      vi.unstubAllEnvs()
      vi.useRealTimers()
    }
  },
)

test.each(Object.entries(reportFormats))('%s contains only words of its model and of its format', (_name, { format }) => {
  // The words of the format are the words of a report whose model has only empty texts.
  const own = new Set(wordsOf(format(emptied(sample))))
  const model = plain(JSON.stringify(sample))
  const foreign = wordsOf(format(sample)).filter((word) => !own.has(word) && !model.includes(word))
  expect(foreign).toEqual([])
})

test.each(Object.entries(reportFormats))(
  '%s has no control characters and no characters that reverse text',
  (_name, { format }) => {
    expect(format(sample).replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}|\p{Surrogate}/u)
  },
)

test.each(['html', 'junit', 'terminal', 'markdown'] as const)('%s contains every failure', (name) => {
  const found = plain(texts[name]).replace(/\\/g, '')
  for (const check of sample.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')) {
    expect(found).toContain(check.id)
    expect(found).toContain(check.requirement)
    expect(found).toContain(check.message.slice(0, 25))
  }
})

const free = ['name', 'message', 'statement', 'reason', 'owner', 'why', 'url', 'curl', 'requestBody', 'responseBody', 'x-trace']

function emptied(report: ConformanceReport): ConformanceReport {
  return JSON.parse(JSON.stringify(report), (key, value: unknown) =>
    free.includes(key) && typeof value === 'string' && value !== '' ? 'x' : value,
  )
}

/** Text without the ways in which formats escape it, without times, which are put together, and without marks of a cut. */
function plain(escaped: string): string {
  return escaped
    .replace(/%([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nt]/g, ' ')
    .replace(/\\u[0-9a-f]{4}/g, ' ')
    .replace(/&#\d+;|&[a-z]+;/g, ' ')
    .replace(/… and \d+ characters more, in report\.json/g, ' ')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, ' ')
}

function wordsOf(escaped: string): string[] {
  return plain(escaped).match(/[A-Za-z0-9]{4,}/g) ?? []
}
