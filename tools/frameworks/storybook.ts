import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.ts'
import { freePort } from '../scripts/free-port.ts'
import { expectAllRun, type Framework, type Project } from './run/make-project.ts'
import { startServer } from './run/start-server.ts'
import { withPage } from './run/with-page.ts'

/** Each story with its final text, in this order, in one page. The limit of one story must not affect another. */
const output = [
  { story: 'one-a-minute', answer: /^Again in \d+ s$/ },
  { story: 'succeeds', answer: /^\{"text":"Hello"\}$/ },
  { story: 'fails', answer: /^Failed: The card was declined for 5$/ },
  { story: 'one-a-minute', answer: /^Again in \d+ s$/ },
]

const message = ['storybook', '@storybook/react-vite', '@storybook/addon-vitest', 'vitest', 'vite', 'react', 'msw']

/** Storybook, with each major version of MSW. The recipe uses the names of the worker options in MSW 3. */
export const storybook: readonly Framework[] = [
  { recipe: 'storybook', said: message, run: runTyped },
  { recipe: 'storybook', packages: { msw: '^2.15.0' }, said: message, run },
]

async function runTyped(project: Project): Promise<void> {
  await project.run(['tsc', '-p', '.'])
  await run(project)
}

async function run(project: Project): Promise<void> {
  // npm does this after an installation, but its scripts are ignored here.
  await project.run(['npm', 'run', 'prepare'])
  await project.run(['npm', 'run', 'build'])
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const command = ['vite', 'preview', '--outDir', 'storybook-static', '--host', '127.0.0.1', '--port', port, '--strictPort']
  const server = await startServer(project, { command, env: {}, url })
  try {
    await withPage(`${url}/iframe.html?viewMode=story&id=${idOf(output[0]?.story ?? '')}`, async (page) => {
      for (const { answer, story } of output) await tryStory(page, { id: idOf(story), answer })
    })
    // The stories as tests, through the addon of Storybook.
    expectAllRun(await project.run(['npm', 'test'], { env: { CHROMIUM_PATH: findChromium() } }))
  } finally {
    await server.stop()
  }
}

async function tryStory(page: Page, { answer, id }: { readonly answer: RegExp; readonly id: string }): Promise<void> {
  await page.waitForFunction('globalThis.__STORYBOOK_PREVIEW__?.currentRender !== undefined')
  const change = `__STORYBOOK_ADDONS_CHANNEL__.emit('setCurrentStory', { storyId: '${id}', viewMode: 'story' })`
  await page.evaluate(`__STORYBOOK_PREVIEW__.currentRender.id === '${id}' || ${change}`)
  // The last phases of a story, including its play function.
  const ended = `['finished', 'errored'].includes(__STORYBOOK_PREVIEW__.currentRender.phase)`
  await page.waitForFunction(`__STORYBOOK_PREVIEW__.currentRender.id === '${id}' && ${ended}`)
  const phase = await page.evaluate('__STORYBOOK_PREVIEW__.currentRender.phase')
  const text = (await page.locator('output').textContent()) ?? ''
  assert(phase === 'finished' && answer.test(text), `${id} ${phase} and shows: ${text}`)
}

function idOf(story: string): string {
  return `run-button--${story}`
}
