// Looks at the documentation, which npm run test:site [-- --pictures <folder>] [--only <part of a name>] has just built.
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { listen } from '@wfhost/mock-server/http'
import { requirements } from '@wfhost/openapi'
import * as sdk from '@wfhost/sdk'
import { documentation, requirementPage } from '@wfhost/wire/documentation'
import axe from 'axe-core'
import { type Browser, chromium, type Page, type Response } from 'playwright-core'
import { findChromium, quietFlags } from '../../scripts/find-chromium.ts'
import { playgroundCases } from './try-playground.ts'

const dist = fileURLToPath(new URL('../../site/pages/.vitepress/dist', import.meta.url))
const { values } = parseArgs({ options: { pictures: { type: 'string' }, only: { type: 'string', default: '' } } })
const { only, pictures } = values
const files = globSync('**/*.html', { cwd: dist })
const { homepage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const base = new URL(`${homepage}/`).pathname

// One page of each kind, and how many kilobytes of scripts and styles it may send, compressed: half as much again as today.
const kinds = {
  index: 125,
  integrators: 125,
  'guide/sdk': 125,
  'client/errors': 125,
  'errors/index': 125,
  'errors/RateLimitError': 125,
  'reference/requirements': 125,
  'reference/world-file': 125,
  'playground/index': 760,
  api: 1900,
} as const
type Kind = keyof typeof kinds

// What axe finds in the markup of Scalar, on a page that has nothing else.
const known: Partial<Record<Kind, readonly string[]>> = { api: ['button-name', 'color-contrast', 'scrollable-region-focusable'] }
const looks = [
  { name: 'light', colorScheme: 'light', width: 1200 },
  { name: 'dark', colorScheme: 'dark', width: 1200 },
  { name: 'narrow', colorScheme: 'light', width: 375 },
] as const

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

const server = await listen(async (request) => {
  const path = join(dist, decodeURIComponent(new URL(request.url).pathname).replace(base, '/'))
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
  if (!existsSync(file)) return new Response(null, { status: 404 })
  return new Response(readFileSync(file), { headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' } })
})
const home = `${new URL(server.url).origin}${base}`
const browser = await chromium.launch({ executablePath: findChromium(), args: quietFlags })

const cases: readonly (readonly [name: string, run: () => Promise<void>])[] = [
  ['every link leads to a page, and to a place on it', findDeadLinks],
  ['every error and every requirement has the page that its link names', findPrintedLinks],
  ['the search finds a page without a network', search],
  ...entries(kinds).flatMap(([kind, limit]) => [
    ...looks.map((look) => [`axe finds nothing on ${kind}, ${look.name}`, () => lookAt(browser, kind, look)] as const),
    [`${kind} sends at most ${limit} kB of scripts and styles`, () => weigh(kind, limit)] as const,
  ]),
  ...playgroundCases((fragment) => openPage(browser, 'playground/index', { ...looks[0], fragment })),
]
const faults: string[] = []
const chosen = cases.filter(([name]) => name.includes(only))
for (const [name, run] of chosen) {
  const fault = await run().then(
    () => '',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  )
  if (fault !== '') faults.push(fault)
  process.stdout.write(`${fault === '' ? 'passed' : 'FAILED'}  ${name}  ${fault}\n`)
}
await browser.close()
await server.close()
process.stdout.write(`${files.length} pages\n${chosen.length - faults.length} passed, ${faults.length} failed\n`)
process.exitCode = faults.length === 0 && chosen.length > 0 ? 0 : 1

async function findDeadLinks(): Promise<void> {
  const texts = new Map(files.map((file) => [file, readFileSync(join(dist, file), 'utf8')]))
  const dead = new Set<string>()
  let links = 0
  for (const [file, text] of texts) {
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue
      links += 1
      const [path = '', place] = href.replaceAll('&amp;', '&').split('#')
      const target = path === '' ? file : posix.join(path.startsWith('/') ? '.' : posix.dirname(file), path.replace(base, '/'))
      const page = target.endsWith('/') || target === '.' ? posix.join(target, 'index.html') : target
      const found = texts.get(page)
      const missing =
        found === undefined ? !existsSync(join(dist, page)) : place && !found.includes(`id="${decodeURIComponent(place)}"`)
      if (missing) dead.add(`${file}: ${href}`)
    }
  }
  if (dead.size > 0) throw new Error([...dead].slice(0, 20).join('; '))
  if (links < 500) throw new Error(`only ${links} links were found`)
}

/** The addresses that errors, reports and the inspector show. */
async function findPrintedLinks(): Promise<void> {
  const errors = Object.keys(sdk).filter((name) => name.endsWith('Error'))
  const links = [
    ...errors.map((name) => `${documentation}/errors/${name}.html`),
    ...requirements.map(({ id }) => requirementPage(id)),
  ]
  const dead = links.filter((link) => {
    const [file = '', place = 'app'] = link.slice(homepage.length + 1).split('#')
    return !files.includes(file) || !readFileSync(join(dist, file), 'utf8').includes(`id="${place}"`)
  })
  if (dead.length > 0 || documentation !== homepage) throw new Error(`not on the site: ${dead.slice(0, 5).join(', ')}`)
}

async function search(): Promise<void> {
  const page = await openPage(browser, 'index', looks[0])
  await page.keyboard.press('Control+k')
  await page.locator('.VPLocalSearchBox input').fill('mayHaveRun')
  await page.locator('.VPLocalSearchBox .result').first().click()
  if (page.url().endsWith('/index.html')) throw new Error('the first result leads nowhere')
  await page.close()
}

type Look = (typeof looks)[number]

function entries<Key extends string, Value>(of: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(of) as [Key, Value][]
}

/** What a reader downloads to see a page, compressed as servers do it. */
async function weigh(kind: Kind, limit: number): Promise<void> {
  const page = await browser.newPage()
  const sent: Response[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css|wasm)$/.test(response.url())) sent.push(response)
  })
  await page.goto(`${home}${kind}.html`, { waitUntil: 'networkidle' })
  // What comes later, such as a page that is fetched ahead, is not of this page, and its body would end with it.
  const bodies = await Promise.all(sent.map((response) => response.body()))
  const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000
  await page.close()
  process.stdout.write(`${kind}: ${kilobytes.toFixed(0)} kB\n`)
  if (bodies.length === 0) throw new Error('no script and no style was seen')
  if (kilobytes > limit) throw new Error(`it sends ${kilobytes.toFixed(0)} kB`)
}

async function openPage(
  from: Browser,
  kind: Kind,
  { colorScheme, fragment = '', width }: Look & { readonly fragment?: string | undefined },
): Promise<Page> {
  const page = await from.newPage({ colorScheme, viewport: { width, height: 900 } })
  await page.route(
    (url) => url.origin !== server.url,
    (route) => route.abort(),
  )
  page.on('request', (request) => {
    // What the service worker of the playground answers does not leave the page.
    if (!request.url().startsWith(server.url) && /^https?:(?!\/\/127\.0\.0\.1:4010\/)/.test(request.url()))
      process.stdout.write(`asked for ${request.url()}\n`)
  })
  await page.goto(`${home}${kind}.html${fragment}`, { waitUntil: 'networkidle' })
  // Its service worker and its world are ready some time after the network is quiet.
  if (kind === 'playground/index') await page.locator('#run:enabled').waitFor()
  return page
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
  readonly passes: readonly unknown[]
}

async function lookAt(from: Browser, kind: Kind, look: Look): Promise<void> {
  const page = await openPage(from, kind, look)
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: join(pictures, `${kind.replace('/', '-')}-${look.name}.png`) })
  }
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  // Not as a script of the page, whose policy may refuse it.
  await page.evaluate(axe.source)
  const { passes, violations } = (await page.evaluate('axe.run()')) as AxeResult
  await page.close()
  const found = violations
    .filter(({ id }) => !(known[kind] ?? []).includes(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 2)
          .map((node) => node.html.slice(0, 140))
          .join(' ')}`,
    )
  if (Number(wider) > 0) found.push(`is ${wider} px wider than the window`)
  if (found.length > 0) throw new Error(found.join('; '))
  if (passes.length < 10) throw new Error(`only ${passes.length} rules of axe found something to look at`)
}
