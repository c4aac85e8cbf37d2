import { test as base, expect } from '@playwright/test'
import { type MockMatchers, matchers } from '@wfhost/mock-server/matchers'
import { type WorldFixtures, worldFixtures } from '@wfhost/mock-server/playwright'

declare global {
  namespace PlaywrightTest {
    interface Matchers<R> extends MockMatchers<R> {}
  }
}
expect.extend(matchers)
const test = base.extend<WorldFixtures>(worldFixtures)
test.use({ worldOptions: { baseUrl: 'https://workflows.example', strict: true } })

for (const credits of [1, 2, 3, 4]) {
  test(`a world with ${credits} credits`, async ({ page, world }) => {
    world.setCredits('acme', credits)
    await page.goto('/')
    await page.getByRole('button').click()
    await expect(page.getByRole('status')).toHaveText('Counted')
    expect(world.creditBalance('acme')).toBe(credits - 1)
    expect(world).toHaveReceived({ operation: 'executeTool', status: 200 }, 1)
  })
}

test('the page says when to retry', async ({ page, world }) => {
  world.setRateLimit({ requests: 1, windowMs: 60_000 })
  await page.goto('/')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText('Counted')
  await page.getByRole('button').click()
  await expect(page.getByRole('status')).toHaveText(/^Refused with 429, again in \d+ s$/)
})
