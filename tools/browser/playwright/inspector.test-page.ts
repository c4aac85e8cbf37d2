import { test as base, expect, type Page } from '@playwright/test'
import { createMockHost, createSampleWorld, type MockHost, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'

interface Inspected {
  readonly host: MockHost
  readonly server: Listening
  /** Runs a workflow of the sample world. */
  readonly run: (flowId: string, args?: Readonly<Record<string, unknown>>, key?: string) => Promise<void>
  /** Opens the inspector at a route. */
  readonly inspect: (route?: string) => Promise<Page>
}

const test = base.extend<Inspected>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that one needs
  host: async ({}, use) => use(createMockHost(createSampleWorld)),
  server: async ({ host }, use) => {
    const server = await listen(host)
    await use(server)
    await server.close()
  },
  run: async ({ server }, use) =>
    use(async (flowId, args = {}, key = Object(sampleKeys.workflows)[flowId]) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ args: Object.entries(args).map(([name, value]) => ({ name, value })), mode: 'sync' })
      await fetch(`${server.url}/api/v2/external/flows/${flowId}/published-run`, { method: 'POST', headers, body })
    }),
  inspect: async ({ page, server }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const strangers: string[] = []
    page.on('request', (request) => request.url().startsWith(server.url) || strangers.push(request.url()))
    await use(async (route = '') => {
      await page.goto(`${server.url}/__mock/${route}`)
      await expect(page.getByText('Live')).toBeVisible()
      return page
    })
    expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] })
  },
})

test('requests appear as they come, with the reason of a refusal and what to change', async ({ inspect, run }) => {
  const page = await inspect()
  await expect(page.getByText('No request has come yet')).toBeVisible()
  await run('support-triage', { subject: 'My invoice is wrong' })
  await run('support-triage', { subject: 'Again' }, sampleKeys.workflows.echo)
  await page.getByRole('link', { name: /^403 run support-triage/ }).click()
  await expect(page.getByText('The API key has no access to this workflow').first()).toBeVisible()
  await expect(page.getByText('that is the key of workflow echo')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'KEY-SCOPE' })).toBeVisible()
})
