import { expect, test } from '@playwright/test'
import type { CaseResult } from '../page/cases.ts'
import { servePage } from '../serve-page.ts'
import { serveWorlds } from '../serve-worlds.ts'

test('the client, the core and MSW hold in a page, and so does a server of another origin', async ({ page }) => {
  const [served, worlds] = [await servePage(), await serveWorlds()]
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.goto(served.url)
  await page.waitForFunction('globalThis.runCases !== undefined')
  const urls = JSON.stringify([worlds.url, worlds.limitedUrl])
  const results = await page.evaluate<CaseResult[]>(`globalThis.runCases(...${urls})`)
  await Promise.all([served.close(), worlds.close()])
  expect(results.filter(({ error }) => error !== '')).toEqual([])
  expect(results.length).toBeGreaterThan(15)
  expect(complaints).toEqual([])
})
