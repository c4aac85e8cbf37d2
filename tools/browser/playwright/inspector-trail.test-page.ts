import type { Page } from '@playwright/test'
import { type MockHost, sampleKeys } from '@wfhost/mock-server'
import { expect, look, test } from './look-at-inspector.ts'

const key = sampleKeys.defaultEnvironment

/** Sends an execution of a tool without arguments. */
async function execute(url: string, toolset: string, tool: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ toolset, tool })
  await fetch(`${url}/v1/public/wfhost/execute`, { method: 'POST', headers, body })
}

/** Returns the steps of the trail as a user hears them, such as `Key known passed`. */
async function readTrail(page: Page): Promise<string[]> {
  const steps = await page.getByRole('list', { name: 'Checks of the request' }).getByRole('listitem').allInnerTexts()
  return steps.map((text) => text.replaceAll(/[✓✕\s]+/g, ' ').trim())
}

test('a refused execution shows at which check of the server it stopped', async ({ host, inspect, page, server }) => {
  host.service.setCredits('acme', 0)
  await execute(server.url, 'mail', 'count')
  await inspect('#/requests/1')
  await expect(page.getByRole('list', { name: 'Checks of the request' })).toBeVisible()
  expect(await readTrail(page)).toEqual([
    'Key known passed',
    'Within limit passed',
    'Body read passed',
    'Tool found passed',
    'Arguments fit passed',
    'Credits left stopped here',
    'Execute not reached',
  ])
  await look(page, 'refused-execution')
})

test('a failed execution names its tool, and its trail ends there', async ({ host, inspect, page, server }) => {
  addBrokenTool(host)
  await execute(server.url, 'broken', 'break')
  await inspect('#/requests/1')
  await expect(page.getByText('Tool broken/break failed: Error')).toBeVisible()
  await expect(page.getByText('the execution failed, the request succeeded')).toBeVisible()
  expect((await readTrail(page)).slice(-2)).toEqual(['Credits left passed', 'Execute failed here'])
  await expect(page.getByLabel('Body of the response').locator('li.marked')).toContainText('It broke')
  await look(page, 'failed-execution')
})

test('a refused manifest shows at which check of the server it stopped', async ({ inspect, page, server }) => {
  const headers = { authorization: `Bearer ${key}` }
  await fetch(`${server.url}/v1/orgs/globex/wfhost/manifest`, { headers })
  await inspect('#/requests/1')
  await expect(page.getByRole('list', { name: 'Checks of the request' })).toBeVisible()
  expect(await readTrail(page)).toEqual([
    'Key known passed',
    'Within limit passed',
    'Own organization stopped here',
    'Tool sets published not reached',
    'Tools listed not reached',
  ])
  await look(page, 'refused-manifest')
})

function addBrokenTool({ service }: MockHost): void {
  const tool = { name: 'break', parameters: [], implementation: () => Promise.reject(new Error('It broke')) }
  const toolset = { id: 'broken', versions: [{ version: '1', tools: [tool] }], published: { default: '1' } }
  service.add({ organizations: [{ id: 'acme', toolsets: [toolset] }] })
}
