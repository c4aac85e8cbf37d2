import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { findChromium } from '../../scripts/find-chromium.ts'
import { freePort } from '../../scripts/free-port.ts'
import { type CaseResult, type Framework, type Project, succeed, tryCase } from './run/make-project.ts'
import { readJestReport } from './run/read-results.ts'
import { startServer } from './run/start-server.ts'
import { withPage } from './run/with-page.ts'

/** Each story, and what it shows in the end; in this order, in one page. The limit of one must not be met by another. */
const shown = [
  { story: 'one-a-minute', answer: /^Again in \d+ s$/ },
  { story: 'succeeds', answer: /^\{"text":"Hello"\}$/ },
  { story: 'fails', answer: /^Failed: The card was declined for 5$/ },
  { story: 'one-a-minute', answer: /^Again in \d+ s$/ },
]

/** Storybook, with each major version of MSW. The options of the worker that the recipe names are those of MSW 3. */
export const storybook: readonly Framework[] = [
  {
    name: 'storybook',
    example: 'storybook',
    said: ['storybook', '@storybook/react-vite', '@storybook/addon-vitest', 'vitest', 'vite', 'react', 'msw'],
    run: runTyped,
  },
  {
    name: 'storybook',
    example: 'storybook',
    packages: { msw: '^2.15.0' },
    said: ['storybook', '@storybook/react-vite', '@storybook/addon-vitest', 'vitest', 'vite', 'react', 'msw'],
    run,
  },
]

async function runTyped(project: Project): Promise<readonly CaseResult[]> {
  return [await succeed(project, { name: 'the recipe compiles', command: ['tsc', '-p', '.'] }), ...(await run(project))]
}

async function run(project: Project): Promise<readonly CaseResult[]> {
  const prepared = [
    await succeed(project, { name: 'msw init', command: ['msw', 'init', 'public', '--no-save'] }),
    await succeed(project, { name: 'storybook build', command: ['storybook', 'build'] }),
  ]
  if (prepared.some(({ error }) => error !== undefined)) return prepared
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const command = ['vite', 'preview', '--outDir', 'storybook-static', '--host', '127.0.0.1', '--port', port, '--strictPort']
  const server = await startServer(project, { command, env: {}, url })
  try {
    const [first] = shown
    const shownIn = await withPage(`${url}/iframe.html?viewMode=story&id=${idOf(first?.story ?? '')}`, tryStories)
    return [...prepared, ...shownIn, ...(await testStories(project))]
  } finally {
    await server.stop()
  }
}

/** The stories as tests, by the addon that Storybook has for it. */
async function testStories(project: Project): Promise<CaseResult[]> {
  const file = join(project.folder, 'report.json')
  const env = { CHROMIUM_PATH: findChromium() }
  const ended = await project.run(['vitest', 'run', '--reporter=json', `--outputFile=${file}`], env)
  return readJestReport(file, { ended, title: 'addon-vitest' })
}

async function tryStories(page: Page): Promise<CaseResult[]> {
  const results: CaseResult[] = []
  for (const { answer, story } of shown) {
    const name = `${story} shows what its own world answers, as the ${['first', 'second', 'third', 'fourth'][results.length]} story`
    results.push(await tryCase(name, () => tryStory(page, { id: idOf(story), answer })))
  }
  return results
}

async function tryStory(page: Page, { answer, id }: { readonly answer: RegExp; readonly id: string }): Promise<void> {
  await page.waitForFunction('globalThis.__STORYBOOK_PREVIEW__?.currentRender !== undefined')
  const change = `__STORYBOOK_ADDONS_CHANNEL__.emit('setCurrentStory', { storyId: '${id}', viewMode: 'story' })`
  await page.evaluate(`__STORYBOOK_PREVIEW__.currentRender.id === '${id}' || ${change}`)
  // The phases in which a story ends, with its play function.
  const ended = `['finished', 'errored'].includes(__STORYBOOK_PREVIEW__.currentRender.phase)`
  await page.waitForFunction(`__STORYBOOK_PREVIEW__.currentRender.id === '${id}' && ${ended}`)
  const phase = await page.evaluate('__STORYBOOK_PREVIEW__.currentRender.phase')
  const text = (await page.locator('output').textContent()) ?? ''
  assert(phase === 'finished' && answer.test(text), `it ${phase} and shows: ${text}`)
}

function idOf(story: string): string {
  return `run-button--${story}`
}
