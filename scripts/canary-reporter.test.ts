import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { CanaryReporter } from './canary-reporter.ts'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = fileURLToPath(new URL('canary-reporter.ts', import.meta.url))

/** Runs Vitest with one test file in a project of its own. */
function runProject(source: string) {
  const root = mkdtempSync(join(tmpdir(), 'canary-'))
  const config = `import { CanaryReporter } from ${JSON.stringify(reporter)}
    export default { test: { globals: true, reporters: [new CanaryReporter()] } }`
  writeFileSync(join(root, 'vitest.config.ts'), config)
  writeFileSync(join(root, 'a.test.ts'), source)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name)))
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', root], { encoding: 'utf8', env })
  rmSync(root, { recursive: true })
  return { status, stdout }
}

describe(CanaryReporter, () => {
  test.each(["console.log('Bearer canary-1')", "console.warn('canary')"])('fails a run that does %s', (print) => {
    const { status, stdout } = runProject(`test('a', () => { ${print} })`)
    expect(status).toBe(1)
    expect(stdout).toContain('a canary on std')
    expect(stdout).not.toContain('canary-1')
  })

  test('passes a run that prints something else', () => {
    expect(runProject("test('a', () => { console.log('[redacted]') })").status).toBe(0)
  })
})
