import type { Page } from 'playwright-core'
import { situations } from '../../site/playground/situations.ts'

type Case = readonly [name: string, run: () => Promise<void>]

/** What a reader does with the playground, in a page that reaches nothing but its own origin. */
export function playgroundCases(open: (fragment?: string) => Promise<Page>): readonly Case[] {
  const withPage = (use: (page: Page) => Promise<void>, fragment?: string) => async (): Promise<void> => {
    const page = await open(fragment)
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(message.text())
    })
    page.on('pageerror', ({ message }) => refused.push(message))
    await use(page)
    await page.close()
    if (refused.length > 0) throw new Error(`the page complains: ${refused.join('; ')}`)
  }
  return [
    ...situations.map(
      ({ id, prints, title }): Case => [
        `the playground shows: ${title}`,
        withPage(async (page) => {
          await page.getByRole('button', { name: 'Run', exact: true }).click()
          await expectOutput(page, ...prints, 'Ended after')
          // The inspector beside it has the requests.
          await page
            .locator('#inspector')
            .getByText(/^(run|start|execute|manifest) /)
            .filter({ visible: true })
            .first()
            .waitFor()
        }, `#${id}`),
      ],
    ),
    ['the playground runs what a reader writes, and shares it in a link', withPage(share)],
    [
      'the playground serves the world that a reader edits, and names a mistake with its line',
      withPage(async (page) => {
        await write(
          page,
          'world.yaml',
          'workspaces: [{ id: mine, workflows: [{ flowId: greet, key: mine, published: true, result: Hi }] }]',
        )
        await write(page, 'program.ts', greet)
        await page.keyboard.press('Control+Enter')
        await expectOutput(page, 'Hi', 'Ended after')
        await write(page, 'world.yaml', 'workspaces: 7')
        await page.keyboard.press('Control+Enter')
        await expectOutput(page, 'world.yaml:1')
      }),
    ],
    [
      'the playground says at which line a program is none, and which package it has not',
      withPage(async (page) => {
        for (const [program, says] of [
          ['const a: number = 1\nconst = 2', '2:'],
          ["import express from 'express'\nexpress()", "Cannot import 'express' here"],
          ['throw new TypeError("mine")', 'TypeError: mine'],
        ] as const) {
          await write(page, 'program.ts', program)
          await page.keyboard.press('Control+Enter')
          await expectOutput(page, says)
        }
      }),
    ],
    [
      'the playground stops a program that never ends, and stays usable',
      withPage(async (page) => {
        await write(page, 'program.ts', 'console.log("begun")\nfor (;;) {}')
        await page.keyboard.press('Control+Enter')
        await expectOutput(page, 'begun')
        await page.getByRole('button', { name: 'Stop' }).click()
        await expectOutput(page, 'Stopped')
        await write(page, 'program.ts', 'console.log("again")')
        await page.keyboard.press('Control+Enter')
        await expectOutput(page, 'again', 'Ended after')
      }),
    ],
    ['a program of the playground reaches its server, and nobody else', isKeptIn(open)],
    [
      'the playground says so of a link that was cut off',
      withPage((page) => expectOutput(page, 'Cannot read this link'), '#edited=abc'),
    ],
  ]
}

const greet = `import { createWorkflowClient } from '@wfhost/sdk'
const client = createWorkflowClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'mine' })
const run = await client.run<string>('greet')
if (run.status === 'success') console.log(run.result)`

async function share(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await write(page, 'program.ts', "const word: string = 'shared'\nconsole.log(word + ' — ✓')")
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expectOutput(page, 'It was copied')
  const address = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.goto('about:blank')
  await page.goto(address)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expectOutput(page, 'shared — ✓', 'Ended after')
}

/** The policy of the page refuses the requests, which the browser reports as errors. */
function isKeptIn(open: () => Promise<Page>): () => Promise<void> {
  return async () => {
    const page = await open()
    const program = `for (const url of ['https://example.org/', 'http://127.0.0.1:1/']) {
      console.log(url, await fetch(url).then(() => 'was reached', () => 'was refused'))
    }
    try { console.log((0, eval)('"eval ran"')) } catch { console.log('eval was refused') }`
    await write(page, 'program.ts', program)
    await page.keyboard.press('Control+Enter')
    await expectOutput(page, 'https://example.org/ was refused', 'http://127.0.0.1:1/ was refused', 'eval was refused')
    await page.close()
  }
}

async function write(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name }).fill(text)
}

async function expectOutput(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await page.locator('#output').getByText(text).first().waitFor({ timeout: 20_000 })
}
