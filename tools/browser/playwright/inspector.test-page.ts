import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { createMockHost, createSampleWorld, sampleKeys, type WorkflowSeed } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expectIcon } from '../../expect-icon.ts'
import { expect, look, test } from './look-at-inspector.ts'

test('a 403 has its reason, and the command with another key is corrected', async ({ inspect, page, run }) => {
  await inspect()
  await expect(page.getByRole('heading', { name: 'Waiting for the first request' })).toBeVisible()
  await run('support-triage', { args: { subject: 'My invoice is wrong' } })
  await run('support-triage', { args: { subject: 'Again' }, key: sampleKeys.workflows.echo })
  await run('charge-card', { args: { amount: 12 } })
  await page.getByRole('link', { name: /^403 run support-triage/ }).click()
  await expect(page.getByText('The API key has no access to this workflow').first()).toBeVisible()
  await expect(page.getByText('that is the key of workflow echo')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'KEY-SCOPE' })).toBeVisible()
  await look(page, 'requests')
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(await sendPasted(command)).toContain('no access')
  const mended = command.replace(/^KEY_OF_WORKFLOW_ECHO=.*/, `KEY_OF_WORKFLOW_ECHO=${sampleKeys.workflows['support-triage']}`)
  expect(await sendPasted(mended)).toContain('"status":"success"')
  await expect(page.getByRole('link', { name: /^200 run support-triage/ })).toHaveCount(2)
})

test('the page with all its files has at most 90 kB, compressed', async ({ inspect, page, server }) => {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (/[.](js|css)$|[/]$/.test(new URL(response.url()).pathname))
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
  })
  await inspect()
  expect([...sizes.keys()]).toContain(`${server.url}/__mock/inspector.js`)
  expect((await Promise.all(sizes.values())).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(90_000)
})

test('the browser loads the icon of the page', async ({ inspect, page }) => {
  await inspect()
  await expectIcon(page)
})

async function sendPasted(command: string): Promise<string> {
  return (await promisify(execFile)('sh', ['-c', command.replace(/^curl/m, 'curl -s')])).stdout
}

test('filters and keys of the keyboard find a request, and an address leads back to it', async ({ inspect, page, run }) => {
  for (const text of ['one', 'two']) await run('echo', { args: { text } })
  await run('charge-card', { args: { amount: 12 } })
  await inspect()
  const list = page.getByRole('region', { name: 'List of requests' }).getByRole('link')
  await expect(list).toHaveCount(3)
  await page.keyboard.press('/')
  await page.keyboard.type('two')
  await expect(list).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(list).toBeFocused()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/#\/requests\/2$/)
  // The address changes before the page is drawn.
  await expect(list).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'The request', exact: true })).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Body of the request')).toContainText('two')
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(list).toHaveText([/run charge-card/])
  await page.getByRole('button', { name: /^All/ }).click()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Workflow').selectOption('echo')
  await expect(list).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Reference server' }).click()
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/#\/runs$/)
})

test('a request is sent again with its key, and an unknown key stays unknown', async ({ host, inspect, page, run }) => {
  await run('echo', { args: { text: 'again' } })
  // A shortened address leads to the list.
  await inspect('#/requests/%')
  await expect(page.getByRole('heading', { name: 'Reference server' })).toBeVisible()
  await inspect('#/requests/1')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page).toHaveURL(/#\/requests\/2$/)
  await expect(page.getByLabel('Body of the response')).toContainText('again')
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([200, 200])
})

test('a failed run shows its steps with times, inputs and outputs, and leads to its request', async ({ inspect, page, run }) => {
  await run('charge-card', { args: { amount: 12 } })
  await run('support-triage', { args: { subject: 'Later' }, mode: 'async' })
  await inspect('#/runs')
  await page.getByRole('link', { name: /^failed charge-card/ }).click()
  await expect(page.getByText(/at workflow charge-card/)).toBeVisible()
  await look(page, 'runs')
  await page.getByRole('link', { name: 'request 1' }).click()
  await expect(page).toHaveURL(/#\/requests\/1$/)
})

test('a step that uses a tool shows its input, its credit and the call', async ({ page }) => {
  const registries = [{ name: 'Acme', apiKey: sampleKeys.defaultEnvironment }]
  const workflows: WorkflowSeed[] = [
    {
      flowId: 'write',
      key: 'wfk_write',
      published: true,
      implementation: (_args, { useTool }) =>
        useTool('send', { toolset: 'mail', tool: 'send', arguments: { to: 'ada@example.org', text: 'Hello' } }),
    },
  ]
  const host = createMockHost(() => ({ ...createSampleWorld(), workspaces: [{ id: 'desk', registries, workflows }] }))
  const server = await listen(host)
  await host.service.registries.sync('desk', 'Acme')
  await fetch(`${server.url}/api/v2/external/flows/write/published-run`, {
    method: 'POST',
    headers: { authorization: 'Bearer wfk_write', 'content-type': 'application/json' },
    body: '{"args":[]}',
  })
  await page.goto(`${server.url}/__mock/#/runs`)
  await page.getByRole('link', { name: /^success write/ }).click()
  await expect(page.getByText('tool mail/send, 1 credit')).toBeVisible()
  await page.getByText('Input', { exact: true }).click()
  await expect(page.getByText('"ada@example.org"').first()).toBeVisible()
  await look(page, 'run-with-tool')
  await page.getByRole('link', { name: /^The call of the tool, request \d+$/ }).click()
  await expect(page.getByRole('heading', { name: /^execute mail\/send: POST/ })).toBeVisible()
  await server.close()
})

test('a workflow is published, its key is shown, used and regenerated, and the workflow is archived', async ({
  host,
  inspect,
  page,
  run,
}) => {
  await inspect('#/workflows')
  await look(page, 'workflows')
  const row = page.getByRole('row', { name: /^draft / })
  await row.getByRole('button', { name: 'Publish draft' }).click()
  await row.getByRole('button', { name: 'Show key of workflow draft' }).click()
  const key = await row.getByRole('cell').locator('code').innerText()
  expect(key).toBe(host.service.workflowKey('draft'))
  await choose(page, 'draft', 'Regenerate key…')
  await page.getByRole('button', { name: 'Regenerate key', exact: true }).click()
  await expect.poll(() => host.service.workflowKey('draft')).not.toBe(key)
  await row.getByRole('button', { name: 'Copy key of workflow draft' }).click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(host.service.workflowKey('draft'))
  await choose(page, 'draft', 'Archive…')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await look(page, 'archive')
  await page.getByRole('button', { name: 'Archive draft' }).click()
  await expect(row.getByText('archived', { exact: true })).toBeVisible()
  await run('echo')
})

test('a workspace gets tools: a registry is connected, the tools of its key are read, and an empty balance is filled', async ({
  host,
  inspect,
  page,
}) => {
  host.service.setCredits('acme', 0)
  await inspect('#/registries')
  await page.getByRole('button', { name: 'Add a registry… to support' }).click()
  await page.getByRole('combobox', { name: 'Connect' }).selectOption('acme staging')
  await page.getByRole('button', { name: 'Connect and sync' }).click()
  await expect(page.getByRole('cell', { name: /mail \(send, count, version\)/ })).toBeVisible()
  await page.getByRole('link', { name: 'Tools' }).click()
  await page.getByRole('button', { name: 'Read its manifest Staging of acme' }).click()
  await expect(page.getByLabel('Manifest of Staging of acme')).toContainText('2.0.0')
  await page.getByRole('combobox', { name: 'Version of mail in staging' }).selectOption('1.2.0')
  await page.getByRole('button', { name: 'Read its manifest Staging of acme' }).click()
  await expect(page.getByLabel('Manifest of Staging of acme')).toContainText('1.2.0')
  await page.getByLabel('Credits of acme').fill('7')
  await page.getByRole('button', { name: 'Set credits of acme' }).click()
  await expect(page.getByText('7 left')).toBeVisible()
  expect(host.service.creditBalance('acme')).toBe(7)
  await look(page, 'tools')
})

test('a fault is added with a form, applies twice, and is removed', async ({ host, inspect, page, run }) => {
  await inspect('#/faults')
  await page.getByText('Advanced').click()
  await page.getByLabel('kind').selectOption('status')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByText(/^status: expected a number/)).toBeVisible()
  await page.getByLabel('status *', { exact: true }).fill('503')
  await page.getByLabel('flowId').fill('echo')
  await page.getByLabel('count').fill('2')
  await look(page, 'faults')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'fault_1' })).toBeVisible()
  for (let time = 0; time < 3; time += 1) await run('echo')
  await expect(page.getByText('Hit 2 times of 2')).toBeVisible()
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([503, 503, 200])
  await page.getByRole('button', { name: 'Remove fault_1' }).click()
  await expect(page.getByText('No fault is on: the service behaves as the document says.')).toBeVisible()
})

test('a limit is set, the rest of its window is shown, and the clock is advanced past it', async ({
  host,
  inspect,
  page,
  run,
}) => {
  await inspect('#/faults')
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByLabel('Requests', { exact: true }).fill('2')
  await page.getByLabel('Seconds of a window').fill('60')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove limit' })).toBeVisible()
  await run('echo')
  await expect(page.getByRole('row', { name: /key of workflow echo/ })).toContainText('1 of 2')
  await run('echo')
  await run('echo')
  await expect(page.getByRole('row', { name: /key of workflow echo/ })).toContainText('0 of 2')
  await page.getByRole('button', { name: '+1 min' }).click()
  await expect(page.getByRole('row', { name: /key of workflow echo/ })).toContainText('2 of 2')
  await run('echo')
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([200, 200, 429, 200])
  await page.getByRole('button', { name: 'Remove limit' }).click()
  await expect(page.getByText('No limit. Over a limit, the server responds with 429.')).toBeVisible()
})

test('a world file is corrected at its marked line, and becomes the world', async ({ host, inspect, page }) => {
  await inspect('#/world')
  const file = page.getByRole('textbox', { name: 'World file' })
  await file.fill('workspaces:\n  - id: team\n    workflows:\n      - { flowId: greet, published: yes please, result: hello }\n')
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Line 4')
  await look(page, 'world')
  await file.fill(`${'# A remark\n'.repeat(80)}workspaces: 1`)
  await page.getByRole('button', { name: 'Line 81' }).click()
  await expect(page.getByText('81', { exact: true })).toBeInViewport()
  expect(await file.evaluate(({ scrollHeight, clientHeight, scrollTop }) => [scrollHeight - clientHeight, scrollTop])).toEqual([
    0, 0,
  ])
  await file.fill('workspaces:\n  - id: team\n    workflows:\n      - { flowId: greet, published: true, result: hello }\n')
  await expect(page.getByRole('list', { name: 'Problems' })).toBeEmpty()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => host.service.workflowKey('greet')).toBeDefined()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download state' }).click()
  expect(JSON.parse(await readFile(await (await saving).path(), 'utf8')).workflows).toMatchObject([{ flowId: 'greet' }])
})

test('another world is created and shown, and its changes stay in it', async ({ host, inspect, page, server }) => {
  await inspect('#/world')
  await page.getByLabel('Id').fill('my-test')
  await page.getByRole('button', { name: 'Create world' }).click()
  await expect(page.getByRole('heading', { name: 'World my-test' })).toBeVisible()
  await fetch(`${server.url}/worlds/my-test/v1/public/wfhost/manifest`)
  await page.getByRole('link', { name: 'Requests' }).click()
  await expect(page).toHaveURL(/world=my-test$/)
  await page.getByRole('link', { name: /^401 manifest/ }).click()
  await expect(page.getByText('there is no header Authorization')).toBeVisible()
  expect(host.service.journal()).toEqual([])
  await page.getByRole('combobox', { name: 'World', exact: true }).selectOption('')
  await expect(page.getByRole('heading', { name: 'Waiting for the first request' })).toBeVisible()
})

/** Chooses one of the further actions of a workflow. */
async function choose(page: Page, flowId: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${flowId}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
