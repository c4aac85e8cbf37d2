import { fileURLToPath } from 'node:url'
import { expectAccessible } from '../expect-accessible.ts'
import { findFilledButtons } from '../expect-one-filled-button.ts'
import { takePicture } from '../take-picture.ts'
import { expect, test } from './serve-site.ts'

const pictures = fileURLToPath(new URL('../dist/playground/', import.meta.url))

test('the playground has one part at a time on a telephone', async ({ open, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open('playground/index', '#run')
  await page.getByRole('combobox', { name: 'Example' }).selectOption('failed-run')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.locator('#output')).toContainText('at step close', { timeout: 20_000 })
  await expect(page.locator('#output')).toContainText('Ended after', { timeout: 20_000 })
  await expect(page.locator('#inspector')).toBeHidden()
  await page.getByRole('button', { name: 'Inspector' }).click()
  await expect(
    page
      .locator('#inspector')
      .getByText(/charge|close-ticket/)
      .first(),
  ).toBeVisible()
  await expect(page.locator('#output')).toBeHidden()
  await expectAccessible(page)
})

for (const { height, width } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`the playground is pictured at a width of ${width}, in light and in dark`, async ({ open, page }) => {
    await page.setViewportSize({ width, height })
    await open('playground/index', '#rate-limit')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.locator('#output')).toContainText('Ended after', { timeout: 20_000 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, { path: `${pictures}playground-${width}-${colorScheme}.png` })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
  })
}

test('the output has the time of each line, and the number of requests', async ({ open, page }) => {
  await open('playground/index', '#rate-limit')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.locator('#output')).toContainText('Ended after', { timeout: 20_000 })

  const lines = page.locator('#output .log')
  const seconds = await lines.evaluateAll((elements) => elements.map((element) => Number(element.dataset['seconds'])))
  expect(seconds.length).toBeGreaterThan(1)
  expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
  await expect(page.locator('#request-count')).toHaveText(/^\d+ requests$/)
})

test('the one filled button of the playground is Run, also beside a refusal that a button mends', async ({ open, page }) => {
  await open('playground/index', '#rate-limit')
  expect(await findFilledButtons(page)).toEqual([expect.stringContaining('Run')])
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.locator('#output')).toContainText('Ended after', { timeout: 20_000 })

  const inspector = page.locator('#inspector')
  await inspector.getByRole('link', { name: /^429/ }).first().click()
  await expect(inspector.getByRole('button', { name: /^Advance the clock .* and send$/ })).toBeVisible()
  expect(await findFilledButtons(page)).toEqual([expect.stringContaining('Run')])

  // A dialog is above the page, whose buttons cannot be used meanwhile.
  await inspector.getByRole('button', { name: 'Edit and send' }).click()
  await expect.poll(() => findFilledButtons(page)).toEqual([expect.stringContaining('Send')])
})
