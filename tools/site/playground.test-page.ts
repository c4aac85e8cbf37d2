import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { readExamples } from '../../docs/playground/examples.ts'
import { test as base, basePath, expect } from './serve-site.ts'

const greet = `import { createWorkflowClient } from '@wfhost/sdk'
const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'mine' })
const run = await client.run<string>('greet')
if (run.status === 'success') console.log(run.result)`

const examples = readExamples(readFileSync(new URL('../../docs/playground/examples.md', import.meta.url), 'utf8'))

/** The output of each example on the support desk. */
const prints: Readonly<Record<string, readonly string[]>> = {
  run: ['classify', "plan: 'gold'", 'The result is'],
  typed: ['The team is billing', 'The client sends nothing: ConfigurationError'],
  'failed-run': ['failed', 'at step close', 'WorkflowFailedError'],
  'rate-limit': ['attempt 1 got 429', 'attempt 2 got 200', 'The second run has started', 'Try again at'],
  'regenerated-key': ['attempt 1 got 401', 'attempt 2 got 200', 'With the new key: success'],
  tools: ['thk_desk_staging sees mail 1.1.0', 'thk_desk_sandbox sees no published tool sets', 'New Year'],
  faults: ['may have run: true', 'The server has 1 run', 'Without a fault: success'],
  'virtual-clock': ['After no time: running', 'of its clock: success'],
  batch: ['ticket 0 succeeded', 'ticket 2 refused', 'ticket 3 succeeded'],
}

/** Tests the playground like a reader. It must log no errors. */
const test = base.extend<{ readonly play: (fragment?: string) => Promise<void> }>({
  play: async ({ open, page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      // A browser also logs refused and broken requests, which some examples cause on purpose.
      const isResponse = message.location().url.startsWith('http://127.0.0.1:4010/')
      if (message.type() === 'error' && !isResponse) complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    await use(async (fragment) => void (await open('playground/index', fragment)))
    expect(complaints).toEqual([])
  },
})

base('every example is tried', () => expect(examples.map(({ id }) => id)).toEqual(Object.keys(prints)))

for (const { id, title } of examples) {
  test(`the playground shows: ${title}`, async ({ page, play }) => {
    await play(`#${id}`)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expectOutput(page, ...(prints[id] ?? []), 'Ended after')
    // The inspector beside it lists the requests.
    const listed = page.locator('#inspector').getByRole('link', { name: /(run|start|execute|manifest) / })
    await listed.first().waitFor()
  })
}

test('the playground runs a program of the reader, and shares it in a link', async ({ page, play }) => {
  await play()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await write(page, 'program.ts', "const word: string = 'shared'\nconsole.log(word + ' — ✓')")
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link is copied')).toBeVisible()
  const address = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expectOutput(page, 'shared — ✓', 'Ended after')
})

test('the playground serves the edited world, and names a mistake with its line', async ({ page, play }) => {
  await play()
  await write(page, 'world.yaml', `workspaces: [{ id: mine, workflows: [${workflow('Hi')}] }]`)
  await runWritten(page, greet)
  await expectOutput(page, 'Hi', 'Ended after')
  await write(page, 'world.yaml', 'workspaces: 7')
  await page.keyboard.press('Control+Enter')
  await expectOutput(page, 'world.yaml:1')
})

test('the playground has its own world in each tab, even in the background', async ({ page, play }) => {
  await play()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.locator('#run:enabled').waitFor()
  for (const [tab, result] of [
    [page, 'of the first tab'],
    [other, 'of the second tab'],
  ] as const) {
    await write(tab, 'world.yaml', `workspaces: [{ id: mine, workflows: [${workflow(result)}] }]`)
    await runWritten(tab, greet)
  }
  await expectOutput(page, 'of the first tab', 'Ended after')
  await expectOutput(other, 'of the second tab', 'Ended after')
})

test('the playground keeps what is set in the inspector over Run, until Reset', async ({ page, play }) => {
  await play('#run')
  const inspector = page.locator('#inspector')
  await inspector.getByRole('link', { name: /^Faults/ }).click()
  await inspector.getByRole('button', { name: 'Always' }).click()
  await inspector.getByRole('button', { name: 'Add Next run fails' }).click()
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expectOutput(page, 'A fault of the inspector failed this run', 'Failed after')
  }
  await expect(inspector.getByRole('listitem').filter({ hasText: 'fault_1' })).toContainText('Hit once')
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(inspector.getByText('No fault is on')).toBeVisible()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expectOutput(page, 'The result is', 'Ended after')
})

test('the playground completes the members of the client, shows their types, and marks mistakes', async ({ page, play }) => {
  await play('#run')
  const editor = page.getByRole('textbox', { name: 'program.ts' })
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('client.')
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option', { name: 'start' })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.type('sta')
  await expect(page.locator('.cm-completionInfo .explanation')).toContainText('start')
  await page.keyboard.press('Enter')
  await page.keyboard.type('(7)')
  await expect(editor).toContainText('client.start(7)')
  await page.locator('.cm-lintRange-error').first().hover()
  await expect(page.locator('.cm-diagnostic')).toContainText("Argument of type 'number'")
  await editor.getByText('createWorkflowClient', { exact: true }).last().hover()
  await expect(page.locator('.cm-tooltip-hover .explanation')).toContainText('WorkflowClientOptions')
})

for (const { id, title } of examples) {
  test(`the compiler finds nothing to mark in the example: ${title}`, async ({ page, play }) => {
    await play(`#${id}`)
    const answer = await page.evaluate(
      (text) =>
        new Promise<unknown>((resolve) => {
          const worker = new Worker(new URL('./language.js', document.baseURI), { type: 'module' })
          worker.addEventListener('message', ({ data }) => resolve(data.answer))
          worker.postMessage({ id: 1, question: { kind: 'check', text } })
        }),
      examples.find((example) => example.id === id)?.program,
    )
    expect(answer).toEqual([])
  })
}

test('the playground prints values that JSON cannot represent, and long values on several lines', async ({ page, play }) => {
  await play()
  await runWritten(
    page,
    'console.log(new Map([["a", new Set([10n])]]), undefined, { list: Array.from({ length: 40 }, (_, n) => n) })',
  )
  await expectOutput(page, "Map (1) {'a' => Set (1) {10n}} undefined {", 'Ended after')
})

test('the playground names the line at which a program fails, and a missing package', async ({ page, play }) => {
  await play()
  for (const [program, says] of [
    ['const a: number = 1\nconst = 2', '2:'],
    ["import express from 'express'\nexpress()", "Cannot import 'express' here"],
    ['\n\nthrow new TypeError("mine")', 'TypeError: mine (program.ts:3)'],
    ['\nsetTimeout(() => { throw new TypeError("later") })', 'TypeError: later (program.ts:2)'],
  ] as const) {
    await runWritten(page, program)
    await expectOutput(page, says)
  }
})

test('the playground stops a program that never ends, and stays usable', async ({ page, play }) => {
  await play()
  await runWritten(page, 'console.log("begun")\nfor (;;) {}')
  await expectOutput(page, 'begun')
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expectOutput(page, 'Stopped')
  await runWritten(page, 'console.log("again")')
  await expectOutput(page, 'again', 'Ended after')
})

test('the playground stops a program that prints without end, and one that continues after its end', async ({ page, play }) => {
  await play()
  for (const [program, prints] of [
    ['for (let n = 0; ; n += 1) console.log("line " + n)', 'lines are left out'],
    ['setInterval(() => console.log("tick"), 20)', 'tick'],
  ] as const) {
    await runWritten(page, program)
    await expectOutput(page, prints)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expectOutput(page, 'Stopped')
  }
  expect(await page.locator('#output p').count()).toBeLessThanOrEqual(1000)
})

test('the playground keeps edits while another example is shown, and after a reload', async ({ page, play }) => {
  await play()
  await write(page, 'program.ts', 'console.log("of mine")')
  const gallery = page.getByRole('navigation', { name: 'Examples' })
  await gallery.getByRole('button', { name: /^A typed workflow/ }).click()
  await expect(page.getByRole('textbox', { name: 'program.ts' })).not.toContainText('of mine')
  await gallery.getByRole('button', { name: /^Your program/ }).click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'program.ts' })).toContainText('of mine')
})

base('the playground says so where there is no service worker', async ({ origin, page }) => {
  await page.addInitScript('Reflect.deleteProperty(Navigator.prototype, "serviceWorker")')
  await page.goto(`${origin}${basePath}playground/index.html`)
  await expectOutput(page, 'Cannot run anything here: it needs a service worker')
})

// The policy of the page refuses the requests, which the browser reports as errors.
base('a program of the playground can reach only its server', async ({ open }) => {
  const page = await open('playground/index')
  const program = `for (const url of ['https://example.org/', 'http://127.0.0.1:1/']) {
    console.log(url, await fetch(url).then(() => 'was reached', () => 'was refused'))
  }
  try { console.log((0, eval)('"eval ran"')) } catch { console.log('eval was refused') }`
  await runWritten(page, program)
  await expectOutput(page, 'https://example.org/ was refused', 'http://127.0.0.1:1/ was refused', 'eval was refused')
})

test('the playground reports a link that was cut off', async ({ page, play }) => {
  await play('#edited=abc')
  await expectOutput(page, 'Cannot read this link')
  await expect(page.getByRole('textbox', { name: 'program.ts' })).toContainText('createWorkflowClient')
})

function workflow(result: string): string {
  return `{ flowId: greet, key: mine, published: true, result: ${result} }`
}

async function write(page: Page, name: 'program.ts' | 'world.yaml', text: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('textbox', { name }).fill(text)
}

async function runWritten(page: Page, program: string): Promise<void> {
  await write(page, 'program.ts', program)
  await page.keyboard.press('Control+Enter')
}

async function expectOutput(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await page.locator('#output').getByText(text).first().waitFor({ timeout: 20_000 })
}
