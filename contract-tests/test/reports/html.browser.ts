// Looks at the page in a browser. It is no part of `npm test`, as not every machine has one:
//   CHROMIUM=/usr/bin/chromium node --conditions=@wfhost/source contract-tests/test/reports/html.browser.ts [folder for pictures]
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium } from 'playwright-core'
import { formatHtml } from '../../src/reports/format-html.ts'
import { createCleanReport, createSampleReport } from './sample-report.ts'

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  readonly passes: readonly unknown[]
}

const [folder] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    await checkPage(browser, { colorScheme, html: formatHtml(createSampleReport()), name: `failures-${colorScheme}` })
    await checkPage(browser, { colorScheme, html: formatHtml(createCleanReport()), name: `clean-${colorScheme}` })
  }
  await checkFilter(browser)
} finally {
  await browser.close()
}

/** Axe finds no violation, with everything open that can be opened. */
async function checkPage(
  own: Browser,
  { colorScheme, html, name }: { readonly colorScheme: 'light' | 'dark'; readonly html: string; readonly name: string },
): Promise<void> {
  // The policy of the page would keep axe out as well; that it keeps scripts out is seen without the bypass, in checkFilter.
  const page = await own.newPage({ colorScheme, bypassCSP: true, viewport: { width: 1200, height: 900 } })
  await page.setContent(html)
  await page.addScriptTag({ content: axe.source })
  await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`)
  const result = (await page.evaluate('axe.run()')) as AxeResult
  assert.deepEqual(
    result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' ')}`),
    [],
  )
  process.stdout.write(`${name}: ${result.passes.length} rules of axe hold, none is violated\n`)
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }))
  }
  await page.close()
}

/** The filter does what it says; nothing is requested, nothing fails, and a script that is added does not run. */
async function checkFilter(own: Browser): Promise<void> {
  const page = await own.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  page.on('request', (request) => problems.push(request.url()))
  await page.setContent(formatHtml(createSampleReport()))
  const shown = () => page.locator('tbody tr[data-verdict]:visible').count()
  assert.equal(await shown(), 9)
  await page.getByRole('checkbox', { name: 'failed' }).uncheck()
  assert.equal(await shown(), 6)
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('run-sync')
  assert.equal(await shown(), 2)
  await page.getByRole('searchbox', { name: 'Text' }).fill('run-endpoint SECTION')
  assert.equal(await page.locator('output').textContent(), '1 of 9 checks shown')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.waitForFunction(`document.querySelector('output').value === '9 of 9 checks shown'`)
  assert.deepEqual(problems, [])
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.added = true' }))`,
  )
  assert.equal(await page.evaluate('globalThis.added'), undefined)
  process.stdout.write('the filter works, and nothing is loaded or run that is not of the page\n')
  await page.close()
}
