// The runtimes that run a bundle.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { findChromium, quietFlags } from '../../scripts/find-chromium.ts'
import type { CaseResult } from '../scenario/scenario.ts'
import { buildEntry } from './build-entry.ts'
import { findInstalled, loadInstalled, MissingRuntime, type Runtime, type Surroundings, type Trial } from './runtime.ts'

const compatibilityDate = '2026-01-01'

/** The runtime of Cloudflare Workers, without its compatibility with Node. */
export const workerd: Runtime = { name: 'workerd', run: runInWorkerd }

async function runInWorkerd({ baseUrl, project }: Surroundings): Promise<Trial> {
  const binary = findInstalled('workerd/bin/workerd')
  const worker = await buildEntry({ entry: 'worker', project, conditions: ['workerd', 'worker'] })
  const file = join(project, 'workerd.capnp')
  writeFileSync(file, configuration(basename(worker)))
  // It reports its port on descriptor 3.
  const child = spawn(binary, ['serve', file, '--control-fd=3'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
  const ended = once(child, 'exit')
  try {
    const port = await Promise.race([listening(child.stdio[3] as Readable), ended.then(() => undefined)])
    if (port === undefined) throw new Error(`Cannot run in workerd: it ended with ${child.exitCode}`)
    const response = await fetch(`http://127.0.0.1:${port}/?server=${baseUrl}`)
    if (!response.ok) throw new Error(`Cannot run in workerd: ${await response.text()}`)
    return { version: `compatible to ${compatibilityDate}`, results: await response.json() }
  } finally {
    child.kill()
    await ended
  }
}

async function listening(control: Readable): Promise<number> {
  for await (const line of createInterface(control)) {
    const { event, port }: { event?: string; port?: number } = JSON.parse(line)
    if (event === 'listen' && port !== undefined) return port
  }
  throw new Error('Cannot run in workerd: it does not listen')
}

function configuration(worker: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "trial", worker = (
      modules = [(name = "worker", esModule = embed "${worker}")],
      compatibilityDate = "${compatibilityDate}",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "trial")],
);
`
}

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

/** A browser that is installed on the machine. */
export const chromium: Runtime = { name: 'Chromium', run: runInChromium }

async function runInChromium({ baseUrl, project }: Surroundings): Promise<Trial> {
  const executablePath = findInstalledChromium()
  const playwright = loadInstalled<Playwright>('playwright-core')
  const bundle = await buildEntry({ entry: 'web', project, conditions: ['browser'] })
  const browser = await playwright.chromium.launch({ executablePath, args: quietFlags })
  try {
    const page = await browser.newPage()
    // The server refuses pages of other origins, so the page gets the origin of the server.
    const results = await tryIn(page, { bundle, url: `${baseUrl}/page`, code: `tryClient(${JSON.stringify(baseUrl)})` })
    const guarded = await tryIn(page, { bundle, url: 'https://page.example/', code: `tryPage(${JSON.stringify(baseUrl)})` })
    return { version: browser.version(), results: [...results, ...guarded] }
  } finally {
    await browser.close()
  }
}

function findInstalledChromium(): string {
  try {
    return findChromium()
  } catch (error) {
    throw new MissingRuntime(String(error))
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
