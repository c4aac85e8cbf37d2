import { expect, test } from '@playwright/test'
import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import type { CaseResult } from '../page/cases.ts'
import { servePage } from '../serve-page.ts'

test('the client, the core and MSW work in a page, and so does a server of another origin', async ({ page }) => {
  const rateLimit = { requests: 1, windowMs: 60_000 }
  const served = await servePage()
  const open = await listen(createMockHost(createSampleWorld), { cors: true })
  const limited = await listen(
    createMockHost(() => ({ ...createSampleWorld(), rateLimit })),
    { cors: true },
  )
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  await page.goto(served.url)
  await page.waitForFunction('globalThis.runCases !== undefined')
  const urls = JSON.stringify([open.url, limited.url])
  const results = await page.evaluate<CaseResult[]>(`globalThis.runCases(...${urls})`)
  await Promise.all([served, open, limited].map(({ close }) => close()))
  expect(results.filter(({ error }) => error !== '')).toEqual([])
  expect(results.length).toBeGreaterThan(15)
  expect(complaints).toEqual([])
})
