import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { sampleKeys } from '@wfhost/mock-server'
import { expect, look, test } from './look-at-inspector.ts'

// Each task uses the mouse and the keys of a person only.

const scratch = fileURLToPath(new URL('../../dist/copied/', import.meta.url))

async function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Runs a copied program with a key in its environment, and returns its output. */
async function runCopied(text: string, { key, name }: { readonly key: string; readonly name: string }): Promise<string> {
  mkdirSync(scratch, { recursive: true })
  const file = `${scratch}${name}`
  writeFileSync(file, text)
  const env = { ...process.env, WFHOST_KEY: key }
  const [command, args] = name.endsWith('.sh') ? ['sh', [file]] : [process.execPath, ['--conditions=@wfhost/source', file]]
  return (await promisify(execFile)(command, args, { env })).stdout
}

/** The source of the packages is tested, as everywhere: they need not be built. */
const vitestConfig = `const conditions = ['@wfhost/source', 'module', 'node', 'development|production']
export default { resolve: { conditions }, ssr: { resolve: { conditions, externalConditions: ['@wfhost/source'] } } }
`

/** Runs a copied test with vitest, with a key in its environment. Returns the output also if the test fails. */
async function runCopiedTest(text: string, key: string): Promise<string> {
  const folder = `${scratch}vitest/`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}vitest.config.mjs`, vitestConfig)
  writeFileSync(`${folder}copied.test.ts`, text)

  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const args = [vitest, 'run', '--root', folder, '--exclude', '**/node_modules/**']
  const env = { ...process.env, WFHOST_KEY: key, NO_COLOR: '1' }
  return promisify(execFile)(process.execPath, args, { env }).then(
    ({ stdout }) => stdout,
    ({ stderr, stdout }) => `${stdout}${stderr}`,
  )
}

test('the empty page sends a sample request, and shows it', async ({ inspect, page }) => {
  await inspect()
  await look(page, 'empty')
  await page.getByRole('button', { name: 'Copy its key' }).click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  expect(await copied(page)).toBe(sampleKeys.workflows.echo)
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(() => copied(page)).toContain('curl')
  const command = await copied(page)
  expect(command).toContain('$WFHOST_KEY')
  expect(command).not.toContain(sampleKeys.workflows.echo)
  await page.getByRole('button', { name: 'Send a sample request' }).click()
  await expect(page).toHaveURL(/#\/requests\/1$/)
  await expect(page.getByLabel('Body of the response')).toContainText('hello')
  expect(await runCopied(command, { key: sampleKeys.workflows.echo, name: 'sample.sh' })).toContain('"status":"success"')
})

test('a workflow runs with arguments from a form, by keys only', async ({ host, inspect, page }) => {
  await inspect('#/workflows')
  await page.getByRole('button', { name: 'Run… support-triage' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Run with arguments' })
  await sheet.getByLabel('subject').focus()
  await page.keyboard.type('My invoice is wrong')
  await page.keyboard.press('Tab')
  await page.keyboard.type('two')
  await expect(sheet.getByText('This is not a number. The server responds with 400. You can send it anyway.')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(sheet.getByRole('region', { name: 'Response', exact: true })).toContainText('refused')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  const response = sheet.getByRole('region', { name: 'Response', exact: true })
  await expect(response).toContainText('success')
  await expect(response.getByRole('list', { name: 'Steps' })).toContainText('classify')
  await expect(response).toContainText('We look into it now.')
  await look(page, 'run-with-arguments')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([400, 200])
})

test('a run is sent as JSON with another key, asynchronously', async ({ host, inspect, page }) => {
  await inspect()
  await page.getByRole('button', { name: 'Run a workflow' }).click()
  const sheet = page.getByRole('dialog', { name: 'Run with arguments' })
  await sheet.getByLabel('Workflow').selectOption('echo')
  await sheet.getByLabel('text').fill('kept')
  await sheet.getByRole('button', { name: 'JSON' }).click()
  await expect(sheet.getByLabel('Arguments as JSON')).toHaveValue('{\n  "text": "kept"\n}')
  await sheet.getByLabel('Arguments as JSON').fill('{')
  await sheet.getByRole('button', { name: 'Run echo' }).click()
  await expect(sheet.getByRole('alert')).toContainText('This is not JSON')
  await sheet.getByLabel('Arguments as JSON').fill('{ "text": "by JSON" }')
  await sheet.getByRole('button', { name: 'Form' }).click()
  await expect(sheet.getByLabel('text')).toHaveValue('by JSON')
  await sheet.getByLabel('Key', { exact: true }).selectOption('key of workflow slow')
  await sheet.getByRole('button', { name: 'Run echo' }).click()
  await expect(sheet.getByRole('region', { name: 'Response', exact: true })).toContainText('403')
  await sheet.getByLabel('Key', { exact: true }).selectOption('its own key')
  await sheet.getByRole('button', { name: 'Async' }).click()
  await sheet.getByRole('button', { name: 'Run echo' }).click()
  await expect(sheet.getByRole('region', { name: 'Response', exact: true })).toContainText('started')
  await sheet.getByRole('button', { name: 'Open the request' }).click()
  await expect(page).toHaveURL(/#\/requests\/2$/)
  expect(host.service.runs()).toMatchObject([{ flowId: 'echo', mode: 'async' }])
})

test('a run is copied as TypeScript and as a test, which work and show no key', async ({ inspect, page }) => {
  await inspect('#/workflows')
  await page.getByRole('button', { name: 'Run… echo' }).click()
  const sheet = page.getByRole('dialog', { name: 'Run with arguments' })
  await sheet.getByLabel('text').fill("it's")
  await sheet.getByRole('button', { name: 'Run echo' }).click()
  await expect(sheet.getByRole('region', { name: 'Response', exact: true })).toContainText('success')
  await sheet.getByRole('button', { name: 'TypeScript' }).click()
  await sheet.getByRole('button', { name: 'Copy as TypeScript' }).click()
  await expect.poll(() => copied(page)).toContain('client.run')
  const program = await copied(page)
  expect(program).not.toContain(sampleKeys.workflows.echo)
  expect(await runCopied(program, { key: sampleKeys.workflows.echo, name: 'program.ts' })).toContain("it's")
  await sheet.getByRole('button', { name: 'vitest test' }).click()
  await sheet.getByRole('button', { name: 'Copy as vitest test' }).click()
  await expect.poll(() => copied(page)).toContain('toMatchObject')
  const text = await copied(page)
  expect(text).not.toContain(sampleKeys.workflows.echo)
  expect(text).toContain(`expect(run).toMatchObject({ status: 'success', result: { text: 'it\\'s' } })`)
  expect(await runCopiedTest(text, sampleKeys.workflows.echo)).toMatch(/Tests +1 passed/)
  expect(await runCopiedTest(text.replace("'success'", "'failed'"), sampleKeys.workflows.echo)).toMatch(/Tests +1 failed/)
})

test('a refused request is sent with the key that it needs, with one click', async ({ host, inspect, page, run }) => {
  await run('echo', { args: { text: 'fixed' }, key: sampleKeys.workflows.slow })
  await inspect('#/requests/1')
  await page.getByRole('button', { name: 'Send with the key of echo' }).click()
  await expect(page).toHaveURL(/#\/requests\/2$/)
  await expect(page.getByLabel('Body of the response')).toContainText('fixed')
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([403, 200])
})

test('each refusal offers the change that lets the request succeed', async ({ host, inspect, page, run, server }) => {
  host.service.unpublishWorkflow('echo')
  await run('echo')
  await inspect('#/requests/1')
  await page.getByRole('button', { name: 'Publish echo and send' }).click()
  await expect(page).toHaveURL(/#\/requests\/2$/)

  host.service.setRateLimit({ requests: 0, windowMs: 5000 })
  await run('echo')
  host.service.setRateLimit({ requests: 1, windowMs: 5000 })
  await page.getByRole('link', { name: /^429/ }).click()
  await page.getByRole('button', { name: 'Advance the clock 5 s and send' }).click()
  await expect(page).toHaveURL(/#\/requests\/4$/)
  host.service.setRateLimit(undefined)

  host.service.setCredits('acme', 0)
  await fetch(`${server.url}/v1/public/wfhost/execute`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}`, 'content-type': 'application/json' },
    body: '{"toolset":"mail","tool":"count"}',
  })
  await page.getByRole('link', { name: /^402/ }).click()
  await expect(page.getByText('set the credits in the inspector')).toBeVisible()
  await page.getByRole('button', { name: 'Give acme 10 credits and send' }).click()
  await expect(page).toHaveURL(/#\/requests\/6$/)

  await run('support-triage', { args: { subject: 1 } })
  await page.getByRole('link', { name: /^400/ }).click()
  await page.getByRole('button', { name: 'Change arguments and run' }).click()
  await expect(page.getByLabel('subject')).toHaveValue('1')
  await page.getByLabel('subject').fill('Hello')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('success')
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([404, 200, 429, 200, 402, 200, 400, 200])
})

test('a request is edited and sent again', async ({ host, inspect, page, run }) => {
  await run('echo', { args: { text: 'before' } })
  await inspect('#/requests/1')
  await page.getByRole('button', { name: 'Edit and send' }).click()
  const sheet = page.getByRole('dialog', { name: 'Edit and send' })
  await look(page, 'edit-and-send')
  await sheet.getByLabel('Body').fill('{"args":[{"name":"text","value":"after"}]}')
  await sheet.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page).toHaveURL(/#\/requests\/2$/)
  await expect(page.getByLabel('Body of the response')).toContainText('after')
  await page.getByRole('button', { name: 'Edit and send' }).click()
  await sheet.getByLabel('Key', { exact: true }).selectOption('key of workflow slow')
  await expect(sheet.getByLabel('Headers')).toHaveValue(/Bearer \[key of workflow slow\]/)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/#\/requests\/3$/)
  expect(host.service.journal().map(({ response }) => response?.status)).toEqual([200, 200, 403])
})

test('the next run of a workflow fails with one click, and a long fault keeps its button', async ({
  host,
  inspect,
  page,
  run,
}) => {
  await inspect('#/faults')
  await page.getByLabel(/^For/).selectOption('echo')
  await page.getByRole('button', { name: 'Add Next run fails' }).click()
  await expect(page.getByText('Next run fails is on')).toBeVisible()
  const preset = page.getByRole('list', { name: 'Faults to add' }).getByRole('listitem').filter({ hasText: 'Next run fails' })
  await expect(preset.getByText('on', { exact: true })).toBeVisible()
  await run('echo')
  await expect(preset.getByText('on', { exact: true })).toBeHidden()
  await run('echo')
  expect(host.service.runs().map(({ status }) => status)).toEqual(['failed', 'success'])
  await page.getByRole('listitem').filter({ hasText: 'fault_1' }).getByRole('button', { name: 'Show requests' }).click()
  await expect(page).toHaveURL(/#\/requests\?text=run-failed$/)
  await expect(page.getByRole('region', { name: 'List of requests' }).getByRole('link')).toHaveCount(1)
  await page.getByRole('link', { name: /^Faults/ }).click()
  host.service.addFault({ kind: 'status', status: 500, body: 'long '.repeat(2000) })
  await page.getByRole('button', { name: 'Next 3' }).click()
  await page.getByRole('button', { name: 'Add Rate limited' }).click()
  await expect(page.getByRole('link', { name: 'Faults 3 on' })).toBeVisible()
  await look(page, 'fault-presets')
  await page.getByRole('button', { name: 'Remove fault_2' }).click()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText('No fault is on')).toBeVisible()
})

test('repeated requests fold into one row', async ({ inspect, page, run }) => {
  for (let time = 0; time < 5; time += 1) await run('webhook-intake', { args: { payload: '{}' } })
  await run('echo')
  await inspect()
  const list = page.getByRole('region', { name: 'List of requests' })
  await expect(list.getByRole('link')).toHaveCount(2)
  await list.getByRole('button', { name: '×5 like request 5' }).click()
  await expect(list.getByRole('link')).toHaveCount(6)
  await list.getByRole('button', { name: '×5 like request 5' }).press('Enter')
  await expect(list.getByRole('link')).toHaveCount(2)
})

test('a run is found by its arguments, its result and its status', async ({ inspect, page, run }) => {
  await run('echo', { args: { text: 'needle' } })
  await run('support-triage', { args: { subject: 'My refund' } })
  await run('charge-card', { args: { amount: 12 } })
  await inspect('#/runs')
  const list = page.getByRole('region', { name: 'List of runs' }).getByRole('link')
  await expect(list).toHaveCount(3)
  await page.keyboard.press('/')
  await page.keyboard.type('needle')
  await expect(list).toHaveText([/echo/])
  await page.getByLabel('Text in the run').fill('billing')
  await expect(list).toHaveText([/support-triage/])
  await page.getByLabel('Text in the run').fill('')
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(list).toHaveText([/charge-card/])
  await list.click()
  await page.getByRole('button', { name: 'Change arguments and run' }).click()
  await expect(page.getByLabel('amount')).toHaveValue('12')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Workflows' }).click()
  await page.getByRole('button', { name: 'More actions for echo' }).click()
  await page.getByRole('menuitem', { name: 'Show its runs' }).click()
  await expect(list).toHaveText([/echo/])
})
