import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'

/** Something that a person does with the page, and what comes of it. */
interface PageCase {
  readonly name: string
  /** Gets the page of the sample report. */
  readonly run: (browser: Browser, html: string) => Promise<void>
}

/** What the page has to do in a browser, besides being accessible. */
export const pageCases: readonly PageCase[] = [
  { name: 'the filter shows what it says', run: (...[browser, html]) => withPage({ browser, html }, tryFilter) },
  { name: 'one button shows only what to act on', run: (...[browser, html]) => withPage({ browser, html }, tryButton) },
  { name: 'everything is reached by keyboard', run: (...[browser, html]) => withPage({ browser, html }, tryKeyboard) },
  {
    name: 'the policy of the page keeps foreign scripts out',
    run: (...[browser, html]) => withPage({ browser, html }, tryScript),
  },
  {
    name: 'on paper nothing is cut off, and no control is left',
    run: (...[browser, html]) => withPage({ browser, html }, tryPaper),
  },
  {
    name: 'on a telephone nothing is wider than the screen',
    run: (...[browser, html]) => withPage({ browser, html }, tryTelephone),
  },
  { name: 'without scripts everything is shown', run: tryWithoutScripts },
]

/** Opens the page, and fails when it says, asks for or breaks anything. */
async function withPage(
  { browser, html }: { readonly browser: Browser; readonly html: string },
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('dialog', (dialog) => problems.push(dialog.message()))
  page.on('request', (request) => problems.push(request.url()))
  try {
    await page.setContent(html)
    assert.deepEqual(problems, [])
    await run(page)
  } finally {
    await page.close()
  }
}

function shownRows(page: Page): Promise<number> {
  return page.locator('tbody tr[data-verdict]:visible').count()
}

async function tryFilter(page: Page): Promise<void> {
  assert.equal(await shownRows(page), 9)
  await page.getByRole('checkbox', { name: 'failed' }).uncheck()
  assert.equal(await shownRows(page), 6)
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('run-sync')
  assert.equal(await shownRows(page), 2)
  await page.getByRole('searchbox', { name: 'Text' }).fill('run-endpoint SECTION')
  assert.equal(await page.locator('output').textContent(), '1 of 9 checks shown')
  assert.equal(await page.getByRole('heading', { name: 'To act on' }).isVisible(), false)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.waitForFunction(`document.querySelector('output').value === '9 of 9 checks shown'`)
}

async function tryButton(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Only what to act on' }).click()
  const verdicts = await page
    .locator('tbody tr[data-verdict]:visible')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-verdict')))
  assert.deepEqual([...new Set(verdicts)].toSorted(), ['blocked', 'error', 'fail', 'warn'])
}

async function tryKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')
  const wanted = await page.locator('main :is(a[href], button, input, select, summary, pre, .scroll):visible').count()
  const reached = new Set<number>()
  for (let presses = 0; presses < wanted + 5; presses++) {
    await page.keyboard.press('Tab')
    reached.add(
      Number(
        await page.evaluate(
          `[...document.querySelectorAll('main :is(a[href], button, input, select, summary, pre, .scroll)')].indexOf(document.activeElement)`,
        ),
      ),
    )
  }
  reached.delete(-1)
  assert.equal(reached.size, wanted)
}

async function tryScript(page: Page): Promise<void> {
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.added = true' }))`,
  )
  assert.equal(await page.evaluate('globalThis.added'), undefined)
}

async function tryPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  // A4 without its margins, in pixels of CSS.
  await page.setViewportSize({ width: 718, height: 1000 })
  assert.deepEqual(await page.evaluate(wider), [])
  assert.equal(await page.locator('form:visible, button:visible').count(), 0)
  assert.equal(await shownRows(page), 9)
}

async function tryTelephone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 800 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
}

async function tryWithoutScripts(browser: Browser, html: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.setContent(html)
  assert.equal(await shownRows(page), 9)
  assert.equal(await page.locator('form:visible, button:visible').count(), 0)
  await context.close()
}

/** What reaches beyond the right edge. */
const wider = `[...document.querySelectorAll('main *')]
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => node.outerHTML.slice(0, 80))`
