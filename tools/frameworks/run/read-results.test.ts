import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readJestReport, readPlaywrightReport } from './read-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(report: object): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

function jestReport(...statuses: readonly string[]): string {
  const assertionResults = statuses.map((status) => ({ fullName: `it ${status}`, status, failureMessages: ['why'] }))
  return write({ testResults: [{ assertionResults }] })
}

const missing = join(folder, 'none.json')
const good = { status: 0, output: '' }
const bad = { status: 1, output: 'broken config' }

test('a run of jest that reports no test has failed, and says what it said', () => {
  expect(readJestReport(missing, { ended: good, title: 'CommonJS' })).toEqual([{ name: 'CommonJS', error: 'it ended with 0: ' }])
  expect(readJestReport(jestReport(), { ended: bad, title: 'CommonJS' })).toEqual([
    { name: 'CommonJS', error: 'it ended with 1: broken config' },
  ])
})

test('a run of jest that ends badly has failed, though all its tests passed', () => {
  const results = readJestReport(jestReport('passed'), { ended: bad, title: 'CommonJS' })
  expect(results).toEqual([{ name: 'CommonJS: it passed' }, { name: 'CommonJS', error: 'it ended with 1: broken config' }])
})

test('a test of jest that failed or was skipped is a case that did not hold', () => {
  expect(readJestReport(jestReport('passed', 'failed', 'pending'), { ended: bad, title: 'CommonJS' })).toEqual([
    { name: 'CommonJS: it passed' },
    { name: 'CommonJS: it failed', error: 'failed why' },
    { name: 'CommonJS: it pending', error: 'pending why' },
  ])
})

function playwrightReport(...specs: readonly { readonly ok: boolean; readonly workerIndex: number }[]): string {
  const titled = specs.map(({ ok, workerIndex }) => ({ title: 'it', ok, tests: [{ results: [{ workerIndex, status: '' }] }] }))
  return write({ suites: [{ specs: titled }] })
}

test('a run of Playwright that reports no test or ends badly has failed', () => {
  const failed = { name: 'playwright test', error: 'it ended with 1: broken config' }
  expect(readPlaywrightReport(missing, bad).results).toEqual([failed])
  expect(readPlaywrightReport(playwrightReport({ ok: true, workerIndex: 0 }), bad).results).toEqual([{ name: 'it' }, failed])
})

test('a run of Playwright tells which tests failed, and how many workers there were', () => {
  const file = playwrightReport({ ok: true, workerIndex: 0 }, { ok: false, workerIndex: 1 }, { ok: true, workerIndex: 1 })
  expect(readPlaywrightReport(file, bad)).toEqual({
    results: [{ name: 'it' }, { name: 'it', error: 'broken config' }, { name: 'it' }],
    workers: 2,
  })
})
