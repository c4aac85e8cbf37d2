// Looks at the page in a browser. It is no part of `npm test`, as not every machine has one:
//   npm run test:report [-- folder for pictures]
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, chromium } from 'playwright-core'
import { formatHtml } from '../../contract-tests/src/reports/format-html.ts'
import { createCleanReport, createSampleReport } from '../../contract-tests/test/reports/sample-report.ts'
import { findChromium, quietFlags } from '../../scripts/find-chromium.ts'
import { pageCases } from './page-cases.ts'

/** One look at the page: it rejects when something is not as it must be. */
type Look = (browser: Browser) => Promise<void>

const [folder] = process.argv.slice(2)
const pages = { failures: formatHtml(createSampleReport()), clean: formatHtml(createCleanReport()) }
const looks: readonly (readonly [name: string, look: Look])[] = [
  ...Object.entries(pages).flatMap(([name, html]) =>
    (['light', 'dark'] as const).map((colorScheme): readonly [string, Look] => [
      `axe finds no violation on the page ${name} in ${colorScheme}`,
      (browser) => runAxe(browser, { colorScheme, html, name: `${name}-${colorScheme}` }),
    ]),
  ),
  ...pageCases.map(({ name, run }): readonly [string, Look] => [name, (browser) => run(browser, pages.failures)]),
]

try {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietFlags })
  let failed = 0
  for (const [name, look] of looks) {
    const fault = await look(browser).then(
      () => '',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (fault !== '') failed += 1
    process.stdout.write(`${fault === '' ? 'passed' : 'FAILED'}  ${name}  ${fault}\n`)
  }
  await browser.close()
  process.stdout.write(`${looks.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  readonly passes: readonly unknown[]
}

/** With everything open that can be opened. */
async function runAxe(
  browser: Browser,
  { colorScheme, html, name }: { readonly colorScheme: 'light' | 'dark'; readonly html: string; readonly name: string },
): Promise<void> {
  // The policy of the page would keep axe out as well; that it keeps scripts out is a case without this.
  const page = await browser.newPage({ colorScheme, bypassCSP: true, viewport: { width: 1200, height: 900 } })
  await page.setContent(html)
  await page.addScriptTag({ content: axe.source })
  await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`)
  const { passes, violations } = (await page.evaluate('axe.run()')) as AxeResult
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${name}.png`), await page.screenshot({ fullPage: true }))
  }
  await page.close()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' ')}`)
  if (found.length > 0) throw new Error(found.join('; '))
  if (passes.length < 10) throw new Error(`only ${passes.length} rules of axe found something to look at`)
}
