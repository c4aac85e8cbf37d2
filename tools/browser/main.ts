// Tries the client, the core and the MSW door in a real page, and the HTTP door from another origin.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { buildInspector } from '../../mock-server/inspector/build.ts'
import { findChromium, quietFlags } from '../../scripts/find-chromium.ts'
import type { CaseResult } from './page/cases.ts'
import { servePage } from './serve-page.ts'
import { serveWorlds } from './serve-worlds.ts'

try {
  await buildInspector()
  process.exitCode = await testInBrowser(findChromium())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function testInBrowser(executablePath: string): Promise<number> {
  const results = await runPage(executablePath)
  for (const { error, name } of results) process.stdout.write(`${error === '' ? 'passed' : 'FAILED'}  ${name}  ${error}\n`)
  const failed = results.filter(({ error }) => error !== '').length
  process.stdout.write(`${results.length - failed} of ${results.length} cases passed in the page\n\n`)
  process.stdout.write('Pictures of the inspector are written to tools/dist/inspector\n')
  const fixtures = await runFixtures()
  const passedInAll = results.length - failed + fixtures.passed
  const failedInAll = failed + fixtures.failed + (results.length === 0 ? 1 : 0)
  process.stdout.write(`${passedInAll} passed, ${failedInAll} failed\n`)
  return failedInAll === 0 ? 0 : 1
}

async function runPage(executablePath: string): Promise<CaseResult[]> {
  const page = await servePage()
  const worlds = await serveWorlds()
  const browser = await chromium.launch({ executablePath, args: quietFlags })
  try {
    const tab = await browser.newPage()
    const complaints: string[] = []
    tab.on('pageerror', (error) => complaints.push(error.message))
    await tab.goto(page.url)
    await tab.waitForFunction('globalThis.runCases !== undefined')
    const urls = [worlds.url, worlds.limitedUrl].map((url) => JSON.stringify(url)).join(', ')
    const results = await tab.evaluate<CaseResult[]>(`globalThis.runCases(${urls})`)
    return [...results, { name: 'the page reports no error', error: complaints.join('; ') }]
  } finally {
    await browser.close()
    await worlds.close()
    await page.close()
  }
}

/** The fixtures run as their users run them: under the runner of Playwright. A run of which nothing is known has failed. */
async function runFixtures(): Promise<{ readonly passed: number; readonly failed: number }> {
  const config = fileURLToPath(new URL('playwright/playwright.config.ts', import.meta.url))
  const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-playwright-'))
  const file = join(folder, 'results.json')
  const env = { ...process.env, NODE_OPTIONS: '--conditions=@wfhost/source', PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const command = [cli, 'test', '-c', config, '--reporter=list,json']
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit', env })
  const counted = await readFile(file, 'utf8').catch(() => '{}')
  await rm(folder, { recursive: true })
  const { expected = 0, flaky = 0, skipped = 0, unexpected = 0 } = JSON.parse(counted).stats ?? {}
  const failed = unexpected + flaky + skipped
  return { passed: expected, failed: failed === 0 && (status !== 0 || expected === 0) ? 1 : failed }
}
