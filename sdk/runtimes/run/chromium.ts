import { existsSync } from 'node:fs'
import type { CaseResult } from '../scenario/scenario.ts'
import { buildEntry } from './build-entry.ts'
import { loadInstalled, MissingRuntime, type Runtime, type Surroundings, type Trial } from './runtime.ts'

interface Page {
  readonly goto: (url: string) => Promise<unknown>
  readonly addScriptTag: (script: { readonly path: string }) => Promise<unknown>
  readonly evaluate: (code: string) => Promise<string>
  readonly route: (
    url: string,
    answer: (route: { fulfill: (response: object) => Promise<void> }) => Promise<void>,
  ) => Promise<void>
}

interface Playwright {
  readonly chromium: {
    readonly launch: (options: object) => Promise<{
      readonly newPage: () => Promise<Page>
      readonly version: () => string
      readonly close: () => Promise<void>
    }>
  }
}

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** A browser that is installed on the machine; CHROMIUM_PATH says where, if it is elsewhere. */
export const chromium: Runtime = { name: 'Chromium', run }

async function run({ baseUrl, project }: Surroundings): Promise<Trial> {
  const executablePath = [process.env['CHROMIUM_PATH'] ?? '', ...places].find((path) => existsSync(path))
  if (executablePath === undefined) throw new MissingRuntime(`there is none at ${places.join(', ')} or in CHROMIUM_PATH`)
  const playwright = loadInstalled<Playwright>('playwright-core')
  const bundle = await buildEntry({ entry: 'web', project, conditions: ['browser'] })
  const browser = await playwright.chromium.launch({ executablePath, args: quiet })
  try {
    const page = await browser.newPage()
    // The server does not let pages of other origins in, so the page gets the origin of the server.
    const results = await tryIn(page, { bundle, url: `${baseUrl}/page`, code: `tryClient(${JSON.stringify(baseUrl)})` })
    const guarded = await tryIn(page, { bundle, url: 'https://page.example/', code: `tryPage(${JSON.stringify(baseUrl)})` })
    return { version: browser.version(), results: [...results, ...guarded] }
  } finally {
    await browser.close()
  }
}

async function tryIn(
  page: Page,
  { bundle, code, url }: { readonly bundle: string; readonly url: string; readonly code: string },
): Promise<CaseResult[]> {
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Trial</title>' }))
  await page.goto(url)
  await page.addScriptTag({ path: bundle })
  return JSON.parse(await page.evaluate(code))
}
