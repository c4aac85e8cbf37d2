import { fileURLToPath } from 'node:url'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { ConformanceReport } from '../../contract-tests/src/engine/conformance-report.ts'
import { compareReports, formatComparisonHtml } from '../../contract-tests/src/reports/compare-reports.ts'
import { formatHtml } from '../../contract-tests/src/reports/format-html.ts'
import { createCleanReport, createSampleReport } from '../../contract-tests/test/reports/sample-report.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { expectIcon } from '../expect-icon.ts'
import { findFilledButtons } from '../expect-one-filled-button.ts'
import { takePicture } from '../take-picture.ts'

const pages = {
  failures: formatHtml(createSampleReport()),
  clean: formatHtml(createCleanReport()),
  comparison: formatComparisonHtml(compareReports(createSampleReport(), createRepairedReport())),
}
const pictures = fileURLToPath(new URL('../dist/report/', import.meta.url))

/** Creates the report of the next run, in which two checks have another result. */
function createRepairedReport(): ConformanceReport {
  const report = createSampleReport()
  const repaired = ['run-malformed', 'run-auth']
  const checks = report.checks.map((check) => (repaired.includes(check.id) ? { ...check, verdict: 'pass' as const } : check))
  return { ...report, checks }
}

for (const [name, html] of Object.entries(pages)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    base(`axe finds no violation on the page ${name} in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setContent(html)
      await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`)
      await takePicture(page, { path: `${pictures}${name}-${colorScheme}.png`, fullPage: true })
      await expectAccessible(page)
    })

    base(`the page ${name} is pictured as it opens, on a screen and on a telephone, in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.setContent(html)
        await takePicture(page, { path: `${pictures}${name}-first-${width}-${colorScheme}.png` })
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width}`).toBe(true)
      }
    })
  }
}

/** With the page of the sample report. The page must log nothing, request nothing and break nothing. */
const test = base.extend({
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('dialog', (dialog) => problems.push(dialog.message()))
    page.on('request', (request) => problems.push(request.url()))
    await page.setContent(pages.failures)
    expect(problems).toEqual([])
    await use(page)
  },
})

test('the browser loads the icon of the page', async ({ page }) => {
  await expectIcon(page)
})

function visibleRows(page: Page): Locator {
  return page.locator('tbody tr[data-verdict]:visible')
}

function visibleCauses(page: Page): Locator {
  return page.locator('article.cause:visible')
}

/** Chooses one of the radio buttons, which are invisible behind their labels. */
async function choose(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check({ force: true })
}

test('the one filled button of the page copies the command that repeats the run', async ({ page }) => {
  // A page without an address cannot copy, and hides its buttons.
  await page.evaluate(`for (const button of document.querySelectorAll('button')) button.hidden = false`)
  expect(await findFilledButtons(page)).toEqual(['Copy re-run command'])
})

test('the page begins with the causes, and shows every check on request', async ({ page }) => {
  const causes = await visibleCauses(page).count()
  expect(causes).toBeGreaterThan(2)
  await expect(visibleRows(page)).toHaveCount(0)
  await choose(page, /^Everything/)
  await expect(visibleRows(page)).toHaveCount(9)
  await expect(page.locator('output')).toHaveText('9 of 9 checks shown')
})

test('the filter shows the causes and the checks of an area with a text', async ({ page }) => {
  const causes = await visibleCauses(page).count()
  await choose(page, /^run-sync/)
  await expect(page.locator('output')).toHaveText(`3 of ${causes} causes shown`)
  await choose(page, /^Everything/)
  await page.getByRole('searchbox').fill('run-endpoint SECTION')
  await expect(page.locator('output')).toHaveText('1 of 9 checks shown')
})

test('a cell of the matrix leads to its cause, and opens it', async ({ page }) => {
  const cell = page.getByRole('link', { name: /^RUN-AUTH: .*cause \d/ })
  const target = (await cell.getAttribute('href')) ?? ''
  await cell.click()
  await expect(page.locator(`${target} > details`)).toHaveAttribute('open', '')
})

test('a link to a check shows all checks', async ({ page }) => {
  await page.evaluate(`location.hash = 'check-0'`)
  await expect(page.locator('#check-0')).toBeVisible()
})

test('every control can be reached by keyboard', async ({ page }) => {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  // A group of radio buttons is one stop, at the button that is chosen.
  const reachable = 'main :is(a[href], button, input[type=search], input:checked, summary, pre, .difference, .scroll)'
  const wanted = await page.locator(`${reachable}:visible`).count()
  const reached = new Set<number>()
  for (let presses = 0; presses < wanted + 5; presses += 1) {
    await page.keyboard.press('Tab')
    reached.add(Number(await page.evaluate(`[...document.querySelectorAll('${reachable}')].indexOf(document.activeElement)`)))
  }
  reached.delete(-1)
  expect(reached.size).toBe(wanted)
})

test('the policy of the page keeps foreign scripts out', async ({ page }) => {
  const script = `Object.assign(document.createElement('script'), { textContent: 'globalThis.added = true' })`
  await page.evaluate(`document.body.append(${script})`)
  expect(await page.evaluate('globalThis.added')).toBeUndefined()
})

test('on paper nothing is cut off, and no control is left', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  // A4 without its margins, in pixels of CSS.
  await page.setViewportSize({ width: 718, height: 1000 })
  const wider = `[...document.querySelectorAll('main *')]
    .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => node.outerHTML.slice(0, 80))`
  expect(await page.evaluate(wider)).toEqual([])
  await expect(page.locator('form:visible, button:visible')).toHaveCount(0)
  await expect(visibleRows(page)).toHaveCount(9)
})

test('on a telephone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

test('a plot has its times as a text, and fits on a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const cause = page.locator('article.cause', { has: page.locator('svg.plot') })
  await cause.locator('summary').first().click()
  const plot = cause.getByRole('img')
  await expect(plot).toHaveAccessibleName(/: 381 ms; accepted: at most 112 ms; a quick run: 12 ms; the slow workflow: 400 ms$/)
  await expect(plot).toBeVisible()
  expect(await plot.evaluate((element) => element.getBoundingClientRect().right <= innerWidth)).toBe(true)
  await takePicture(cause, { path: `${pictures}timing-phone.png` })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('everything is shown', async ({ page }) => {
    await expect(visibleRows(page)).toHaveCount(9)
    await expect(page.locator('form:visible, button:visible')).toHaveCount(0)
  })
})
