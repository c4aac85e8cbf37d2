import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../../scripts/find-chromium.ts'
import { type CaseResult, examples, type Framework, type Project, succeed, tryCase } from './run/make-project.ts'
import { readJestReport } from './run/read-results.ts'

const modes = [
  { title: 'Node', flags: [], env: {} },
  { title: 'Chromium', flags: ['-c', 'vitest.browser.config.ts'], env: { CHROMIUM_PATH: findChromium() } },
]

/** The newest vitest, and the major versions before it that the fixtures are for. */
export const vitest: readonly Framework[] = [
  { name: 'vitest', example: 'vitest', said: ['vitest', '@vitest/browser-playwright', 'vite'], run },
  {
    name: 'vitest',
    example: 'vitest',
    overlays: ['vitest-4'],
    packages: { vitest: '4.1.12', '@vitest/browser-playwright': '4.1.12' },
    said: ['vitest', '@vitest/browser-playwright', 'vite'],
    run,
  },
  {
    name: 'vitest',
    example: 'vitest',
    overlays: ['vitest-4', 'vitest-3'],
    packages: { vitest: '3.2.7', '@vitest/browser': '3.2.7', '@vitest/browser-playwright': null },
    said: ['vitest', '@vitest/browser', 'vite'],
    run,
  },
]

async function run(project: Project): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [await succeed(project, { name: 'the recipe compiles', command: ['tsc', '--noEmit', '-p', '.'] })]
  for (const { env, flags, title } of modes) {
    const file = join(project.folder, `${title}.report.json`)
    const ended = await project.run(['vitest', 'run', ...flags, '--reporter=json', `--outputFile=${file}`], env)
    results.push(...readJestReport(file, { ended, title }))
  }
  cpSync(join(examples, 'failing/vitest'), join(project.folder, 'failing'), { recursive: true })
  for (const mode of modes) results.push(...(await runFailing(project, mode)))
  return results
}

async function runFailing(project: Project, { env, flags, title }: (typeof modes)[number]): Promise<CaseResult[]> {
  const { output, status } = await project.run(['vitest', 'run', ...flags, 'failing'], env)
  const listening = "Cannot serve a world over HTTP: this is a page, which cannot listen. Leave out over: 'http'"
  return [
    await tryCase(`${title}: a matcher that does not hold fails its test and shows the nearest misses`, async () => {
      assert(status === 1 && output.includes('× a request that never came'), output)
      assert(
        output.includes('1. GET /v1/public/wfhost/manifest: operation: expected "executeTool", found "getPublicManifest"'),
        output,
      )
    }),
    await tryCase(`${title}: a strict world fails its test at its end`, async () => {
      assert(output.includes('× an unexpected request'), output)
      assert(output.includes('Unexpected requests (1):'), output)
    }),
    await tryCase(`${title}: a world over HTTP ${title === 'Node' ? 'is one' : 'says that a page has none'}`, async () => {
      assert(output.includes(title === 'Node' ? '1 passed' : listening), output)
    }),
  ]
}
