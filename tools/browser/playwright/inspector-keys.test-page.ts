import { sampleKeys } from '@wfhost/mock-server'
import { expectAccessible } from '../../expect-accessible.ts'
import { expect, test } from './look-at-inspector.ts'
import { enter, expectReachable, tabTo } from './walk-by-keys.ts'

// Each task uses the keyboard alone: Tab, Enter, arrows and letters.

/** A control of each view, which is there when the view has loaded. */
const views = [
  ['requests', 'link', /^403/],
  ['runs', 'link', /^success echo/],
  ['workflows', 'button', 'Run… echo'],
  ['tools', 'combobox', 'Version of weather in default'],
  ['registries', 'button', 'Add a registry… to support'],
  ['faults', 'button', 'Add Slow'],
  ['world', 'textbox', 'World file'],
] as const

for (const [view, role, name] of views) {
  test(`the Tab key reaches each control of ${view}, and leaves it again`, async ({ inspect, page, run }) => {
    await run('echo')
    await run('echo', { key: sampleKeys.workflows.slow })
    await inspect(`#/${view}`)
    await expect(page.getByRole(role, { name }).first()).toBeVisible()
    await expectReachable(page)
    await expectAccessible(page)
  })
}

test('keys alone copy the sample key and the command of the empty page, and send the sample request', async ({
  host,
  inspect,
  page,
}) => {
  await inspect()
  await enter(page, page.getByRole('button', { name: 'Copy its key' }))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(sampleKeys.workflows.echo)
  await enter(page, page.getByRole('button', { name: 'Copy as curl' }))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('curl')
  await enter(page, page.getByRole('button', { name: 'Send a sample request' }))
  await expect(page).toHaveURL(/#\/requests\/1$/)
  expect(host.service.journal()).toHaveLength(1)
  await expectAccessible(page)
})

test('keys alone send a refused request with the key that it needs', async ({ host, inspect, page, run }) => {
  await run('echo', { args: { text: 'fixed' }, key: sampleKeys.workflows.slow })
  await inspect()
  await enter(page, page.getByRole('link', { name: /^403/ }))
  await expect(page.getByText('The document requires it')).toBeVisible()
  await expectAccessible(page)
  await enter(page, page.getByRole('button', { name: 'Send with the key of echo' }))
  await expect(page.getByLabel('Body of the response')).toContainText('fixed')
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([403, 200])
})

test('keys alone give credits to a request that had none', async ({ host, inspect, page, server }) => {
  host.service.setCredits('acme', 0)
  await fetch(`${server.url}/v1/public/wfhost/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}`, 'content-type': 'application/json' },
    body: '{"toolset":"mail","tool":"count"}',
  })
  await inspect()
  await enter(page, page.getByRole('link', { name: /^402/ }))
  await enter(page, page.getByRole('button', { name: 'Give acme 10 credits and send' }))
  await expect(page).toHaveURL(/#\/requests\/2$/)
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([402, 200])
})

test('keys alone add the fault presets, and remove a fault with a long body', async ({ host, inspect, page, run }) => {
  host.service.addFault({ kind: 'status', status: 500, operation: 'executeTool', body: 'long '.repeat(2000) })
  await inspect()
  await enter(page, page.getByRole('link', { name: /^Faults/ }))
  await tabTo(page, page.getByLabel(/^For/))
  await page.keyboard.type('echo')
  for (const preset of ['Next run fails', 'Rate limited', 'Slow']) {
    await enter(page, page.getByRole('button', { name: `Add ${preset}` }))
    await expect(page.getByText(`${preset} is on`)).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Faults 4 on' })).toBeVisible()
  await expectAccessible(page)

  await enter(page, page.getByRole('button', { name: 'Remove fault_1' }))
  await expect(page.getByRole('link', { name: 'Faults 3 on' })).toBeVisible()
  await run('echo')
  expect(host.service.faults()).not.toContainEqual(expect.objectContaining({ operation: 'executeTool' }))
})

test('keys alone archive a workflow after a question, and take it back', async ({ host, inspect, page }) => {
  await inspect()
  await enter(page, page.getByRole('link', { name: 'Workflows' }))
  await enter(page, page.getByRole('button', { name: 'More actions for echo' }))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Archive echo?' })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expectAccessible(page)
  await enter(page, dialog.getByRole('button', { name: 'Archive echo' }))
  await enter(page, page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('echo is restored, and published')).toBeVisible()
  expect(host.service.state().workflows.find(({ flowId }) => flowId === 'echo')?.status).toBe('published')
})

test('keys alone publish a workflow and copy its key', async ({ host, inspect, page }) => {
  await inspect('#/workflows')
  await enter(page, page.getByRole('button', { name: 'Publish spare' }))
  await enter(page, page.getByRole('button', { name: 'Copy key', exact: true }))
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(host.service.workflowKey('spare'))
})

test('keys alone run a workflow with arguments from a refused request', async ({ host, inspect, page, run }) => {
  await run('support-triage', { args: { subject: 1 } })
  await inspect()
  await enter(page, page.getByRole('link', { name: /^400/ }))
  await enter(page, page.getByRole('button', { name: 'Change arguments and run' }))
  const sheet = page.getByRole('dialog', { name: 'Run with arguments' })
  await tabTo(page, sheet.getByLabel('subject'))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Hello')
  await enter(page, sheet.getByRole('button', { name: 'Run support-triage' }))
  await expect(sheet.getByRole('region', { name: 'Response', exact: true })).toContainText('success')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([400, 200])
})

test('keys alone connect a registry, and remove it', async ({ host, inspect, page }) => {
  await inspect('#/registries')
  await enter(page, page.getByRole('button', { name: 'Add a registry… to support' }))
  await tabTo(page, page.getByRole('combobox', { name: 'Connect' }))
  await page.keyboard.type('acme staging')
  await enter(page, page.getByRole('button', { name: 'Connect and sync' }))
  const row = page.getByRole('row').filter({ hasText: 'mail (send, count, version)' })
  await expect(row).toBeVisible()
  const before = host.service.registries.list('support').length
  await enter(page, row.getByRole('button', { name: /^More actions for / }))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await enter(page, page.getByRole('button', { name: 'Remove registry' }))
  await expect.poll(() => host.service.registries.list('support').length).toBe(before - 1)
  await expectAccessible(page)
})

test('keys alone edit the world file and apply it', async ({ host, inspect, page }) => {
  await inspect('#/world')
  await tabTo(page, page.getByRole('textbox', { name: 'World file' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('workspaces: []')
  await enter(page, page.getByRole('button', { name: 'Apply', exact: true }))
  await expect.poll(() => host.service.state().workflows.length).toBe(0)
  await expectAccessible(page)
})
