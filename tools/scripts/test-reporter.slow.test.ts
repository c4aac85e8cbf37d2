import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { formatCounts, type RunOutcome, summarize, TestReporter } from './test-reporter.ts'

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = fileURLToPath(new URL('test-reporter.ts', import.meta.url))
const counting = fileURLToPath(new URL('count.ts', import.meta.url))

/** Runs Vitest in a separate project. Returns its exit code and the printed lines. */
function runProject(files: Record<string, string>, environment: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'summary-'))
  const config = `import { TestReporter } from ${JSON.stringify(reporter)}
    export default { test: { globals: true, reporters: ['default', new TestReporter()] } }`
  for (const [name, text] of Object.entries({ ...files, 'vitest.config.ts': config })) writeFileSync(join(root, name), text)
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|CI$|TEST$|NODE_ENV$)/.test(name))
  const env = { ...Object.fromEntries(inherited), ...environment }
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', root], { encoding: 'utf8', env })
  rmSync(root, { recursive: true })
  return { status, lines: stdout.trimEnd().split('\n') }
}

describe(TestReporter, () => {
  test('prints the counts of the passed tests, and the total alone on the last line', () => {
    const { lines, status } = runProject({
      'good.test.ts': `import { count } from ${JSON.stringify(counting)}
        test('a', () => count({ parity: { requests: 2 } })); test('b', () => count({ parity: { requests: 3 } }))`,
      'bad.test.ts': `import { count } from ${JSON.stringify(counting)}
        test('c', () => { count({ parity: { requests: 4 } }); throw new Error('no') })`,
      'broken.test.ts': `import './missing.ts'`,
    })
    assert.deepEqual(lines.slice(-3), ['Counted in the tests that passed:', '  parity  5 requests', '2 passed, 2 failed'])
    assert.equal(status, 1)
  })

  test('fails a skipped test under CI, by name', () => {
    const files = { 'a.test.ts': `test('a', () => {}); test.skip('later', () => {}); test.todo('some day')` }
    const elsewhere = runProject(files)
    assert.deepEqual([elsewhere.lines.at(-1), elsewhere.status], ['1 passed, 0 failed', 0])
    const { lines, status } = runProject(files, { CI: 'true' })
    assert.deepEqual(lines.slice(-3), [
      'skipped, which fails under CI: a.test.ts > later',
      'skipped, which fails under CI: a.test.ts > some day',
      '1 passed, 2 failed',
    ])
    assert.equal(status, 1)
  })

  test('fails a run that prints a canary to the console', () => {
    const printing = `test('a', () => console.log('Bearer canary-1')); test('b', () => console.warn('canary'))`
    const { lines, status } = runProject({ 'a.test.ts': printing })
    assert.match(lines.slice(-3, -1).toSorted().join(), /^a canary on stderr in \S+,a canary on stdout in \S+$/)
    assert.equal(lines.at(-1), '2 passed, 2 failed')
    assert.equal(status, 1)
  })
})

const clean: RunOutcome = { tests: [{ name: 'a', state: 'passed' }], errors: 0, aborted: false, skippedFail: false }

describe(summarize, () => {
  test('counts an error outside of a test as a failure', () => {
    assert.equal(summarize({ ...clean, errors: 2, aborted: true }).lines.at(-1), '1 passed, 2 failed')
  })

  test('fails a run that the runner reports as failed for its own reasons', () => {
    assert.equal(summarize({ ...clean, aborted: true }).lines.at(-1), '1 passed, 1 failed')
  })

  test('fails when nothing ran', () => {
    const summary = summarize({ ...clean, tests: [] })
    assert.deepEqual(summary, { ok: false, lines: ['No test ran, which counts as a failure', '0 passed, 1 failed'] })
  })
})

describe(formatCounts, () => {
  test('adds up numbers, counts each name once, and sorts the subjects', () => {
    const lines = formatCounts([
      { parity: { requests: 1, doors: ['core', 'HTTP'] } },
      { faults: { cases: 1200 } },
      { parity: { requests: 2, doors: ['core', 'MSW'] } },
    ])
    assert.deepEqual(lines, ['  faults  1,200 cases', '  parity  3 requests, 3 doors'])
  })

  test('prints nothing without counts', () => {
    assert.deepEqual(formatCounts([]), [])
  })
})
