import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './serve-site.ts'

/** The words that newcomers search for, with the page that explains each. It must be among the first three results. */
const sought: Readonly<Record<string, string>> = {
  retry: 'client/errors',
  idempotency: 'client/errors',
  'rate limit': 'client/errors',
  timeout: 'client/time-limits',
  logging: 'client/logs',
  webhook: 'client/webhooks',
  expression: 'server/world-files',
  'world file': 'server/world-files',
  fault: 'server/state',
  'fake timers': 'server/state',
  msw: 'server/adapters',
  'content security': 'server/adapters',
  fixtures: 'reference/fixtures',
  hook: 'suite/configuration',
  report: 'suite/verdicts',
}

test('the search finds the page that explains a word, without a network', async ({ open }) => {
  const page = await open('index')
  const input = page.locator('.VPLocalSearchBox input')
  // The page is visible before its listeners are attached.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(input).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const [word, answer] of Object.entries(sought)) {
    await input.fill(word)
    const found = page.locator(`.VPLocalSearchBox li:nth-child(-n+3) a.result[href*="/${answer}.html"]`)
    await expect(found.first(), `${word} leads to ${answer}`).toBeVisible()
  }
  await page.locator('.VPLocalSearchBox .result').first().click()
  await expect(page).not.toHaveURL(/\/index\.html/)
})

/** The limit for what the search loads before its first result, in kilobytes as servers compress them. */
const SEARCH_LIMIT = 300

test(`the search loads at most ${SEARCH_LIMIT} kB before its first result`, async ({ open }) => {
  const page = await open('integrators')
  const sent: Response[] = []
  page.on('response', (response) => sent.push(response))

  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .click()
  await page.locator('.VPLocalSearchBox input').fill('retry')
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  const bodies = await Promise.all(sent.map((response) => response.body()))
  expect(sent.map((response) => response.url()).join()).toContain('localSearchIndex')
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000).toBeLessThanOrEqual(SEARCH_LIMIT)
})

test('the search shows that it works until its index has loaded', async ({ open }) => {
  const page = await open('integrators')
  let releaseIndex: (() => void) | undefined
  const released = new Promise<void>((resolve) => {
    releaseIndex = resolve
  })
  await page.route(/localSearchIndex/, async (route) => {
    await released
    await route.continue()
  })
  const readHint = () =>
    page.locator('.VPLocalSearchBox .results').evaluate((results) => getComputedStyle(results, '::before').content)

  await page
    .getByRole('button', { name: /Search/ })
    .first()
    .click()
  await page.locator('.VPLocalSearchBox input').waitFor()
  expect(await readHint()).toBe('none')
  await page.locator('.VPLocalSearchBox input').fill('retry')
  await expect.poll(readHint).toBe('"Searching…"')

  releaseIndex?.()
  await page.locator('.VPLocalSearchBox .result').first().waitFor()
  expect(await readHint()).toBe('none')
})
