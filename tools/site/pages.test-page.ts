import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { readToken } from '@wfhost/internal/design-tokens'
import { documentation, getRequirementUrl } from '@wfhost/internal/documentation'
import { requirements } from '@wfhost/openapi'
import * as sdk from '@wfhost/sdk'
import { errorAdvice } from '../../docs/error-advice.ts'
import { readExamples } from '../../docs/playground/examples.ts'
import { expectAccessible } from '../expect-accessible.ts'
import { expectIcon } from '../expect-icon.ts'
import { takePicture } from '../take-picture.ts'
import { basePath, dist, expect, homepage, test } from './serve-site.ts'

const texts = new Map(globSync('**/*.html', { cwd: dist }).map((file) => [file, readFileSync(join(dist, file), 'utf8')]))
const root = fileURLToPath(new URL('../..', import.meta.url))
const pictures = fileURLToPath(new URL('../dist/site/', import.meta.url))

// One page of each kind, with the allowed kilobytes of scripts and styles, compressed: 1.5 times the size of today.
const kinds: Readonly<Record<string, number>> = {
  index: 125,
  integrators: 125,
  'guide/sdk': 125,
  'client/errors': 125,
  'errors/index': 125,
  comparison: 125,
  404: 125,
  'errors/RateLimitError': 125,
  'reference/requirements': 125,
  'reference/world-file': 125,
  'playground/index': 760,
  api: 1900,
}

// The known axe problems in the markup of Scalar, on a page that has nothing else.
const known: Readonly<Record<string, readonly string[]>> = {
  api: ['button-name', 'color-contrast', 'scrollable-region-focusable'],
}
const looks = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 375 },
  { name: 'narrow-dark', colorScheme: 'dark', width: 390 },
] as const

/** The ids of the programs that the playground offers. Its page lists them when it opens. */
const examples = new Set(readExamples(readFileSync(join(root, 'docs/playground/examples.md'), 'utf8')).map(({ id }) => id))

function hasPlace(page: string, place: string): boolean {
  if (page === 'playground/index.html') return examples.has(place)
  return texts.get(page)?.includes(`id="${place}"`) === true
}

test('every link leads to a page, and to a place on it', () => {
  const dead = new Set<string>()
  let links = 0
  for (const [file, text] of texts) {
    for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue
      links += 1
      const [path = '', place] = href.replaceAll('&amp;', '&').split('#')
      const folder = path.startsWith('/') ? '.' : posix.dirname(file)
      const target = path === '' ? file : posix.join(folder, path.replace(basePath, '/'))
      const page = target.endsWith('/') || target === '.' ? posix.join(target, 'index.html') : target
      const found = texts.get(page)
      const missing = found === undefined ? !existsSync(join(dist, page)) : place && !hasPlace(page, decodeURIComponent(place))
      if (missing) dead.add(`${file}: ${href}`)
    }
  }
  expect([...dead]).toEqual([])
  expect(links).toBeGreaterThan(500)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a diagram has the colours of a ${colorScheme} page`, async ({ open, page }) => {
    await page.emulateMedia({ colorScheme })
    await open('client/errors')

    const diagram = page.locator('p.diagram img').filter({ visible: true })
    await diagram.scrollIntoViewIfNeeded()
    await expect(diagram).toHaveCount(1)
    await expect(diagram).toHaveClass(`on-${colorScheme}`)
    await expect.poll(() => diagram.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await takePicture(diagram, { path: `${pictures}diagram-${colorScheme}.png` })
  })
}

test('no word of a table breaks in its middle', async ({ open, page }) => {
  for (const path of ['errors/RateLimitError', 'reference/world-file', 'suite/configuration']) {
    await open(path)
    expect(await page.locator('.vp-doc td code').count(), path).toBeGreaterThan(0)

    const broken = await page.evaluate(() => {
      const range = document.createRange()
      return Array.from(document.querySelectorAll('.vp-doc td code'), ({ firstChild: text }) => text).flatMap((text) => {
        const words = Array.from((text?.textContent ?? '').matchAll(/[a-z]{4,12}/g))
        return words.flatMap(({ 0: word, index }) => {
          if (text === null) return []
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1 ? [word] : []
        })
      })
    })
    expect(broken, path).toEqual([])
  }
})

test('the cards of the home page follow closely below the snippets on a narrow screen', async ({ open, page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await open('index')

  const snippets = await page.locator('.home-snippets').boundingBox()
  const card = await page.locator('.home-cards .card').first().boundingBox()
  if (snippets === null || card === null) throw new Error('The home page has no snippets, or no cards')
  const gap = card.y - (snippets.y + snippets.height)
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(100)
})

test('the panel below a snippet shows what it prints, and changes with the snippet', async ({ open, page }) => {
  await open('index')
  const output = page.locator('.home-snippets samp').filter({ visible: true })
  await expect(output).toHaveText("success { team: 'billing', reply: 'We look into it now.' }")
  await page.locator('.home-snippets label').filter({ hasText: 'Refused' }).click()
  await expect(output).toHaveText('permission_denied 403 false')
})

test('the home page ends with links to the pages that readers look for', async ({ open, page }) => {
  await open('index')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Requirements' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Requirements/)
  await open('index')
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(12)
})

test('a chapter opens its example in the playground', async ({ open, page }) => {
  await open('client/keys')
  await page.getByRole('link', { name: 'Open in the playground: A regenerated key' }).click()
  await page.locator('#run:enabled').waitFor()
  await expect(page.locator('[aria-current=true]')).toContainText('A regenerated key')
})

test('a chapter leads to the page of the API, which VitePress does not make', async ({ open, page }) => {
  await open('integrators')
  await page.getByRole('link', { name: 'The API itself' }).click()
  await expect(page.locator('nav.bar')).toBeVisible()
})

for (const name of globSync('docs/pages/diagrams/*.svg', { cwd: root })) {
  test(`each text of ${posix.basename(name)} fits its box`, async ({ page }) => {
    await page.setContent(readFileSync(join(root, name), 'utf8'))

    const overflowing = await page.evaluate(() => {
      const rects = Array.from(document.querySelectorAll('rect'), (rect) => rect.getBoundingClientRect())
      return Array.from(document.querySelectorAll('text'))
        .filter((text) => {
          const box = text.getBoundingClientRect()
          // The smallest rectangle around the beginning of the text: its box, or the frame for a heading.
          const around = rects.filter(({ bottom, left, right, top }) => {
            return left <= box.left && box.left <= right && top <= box.top && box.bottom <= bottom
          })
          return !(box.right <= Math.min(...around.map(({ right }) => right)))
        })
        .map(({ textContent }) => textContent)
    })
    expect(await page.locator('text').count()).toBeGreaterThan(5)
    expect(overflowing).toEqual([])
  })
}

test('each page that is written by hand links to its file in the repository', () => {
  const linked = Array.from(texts.values(), (text) => /\/edit\/main\/([^"]+)"/.exec(text)?.[1]).filter(
    (path) => path !== undefined,
  )
  expect(linked.filter((path) => !existsSync(join(root, path)))).toEqual([])
  expect(new Set(linked).size).toBeGreaterThan(40)
})

test('every error and every requirement has the page that errors, reports and the inspector link to', () => {
  const errors = Object.keys(sdk).filter((name) => /^[A-Z].*Error$/.test(name))
  const links = [
    ...errors.map((name) => `${documentation}/errors/${name}.html`),
    ...requirements.map(({ id }) => getRequirementUrl(id)),
  ]
  const dead = links.filter((link) => {
    const [file = '', place = 'app'] = link.slice(homepage.length + 1).split('#')
    return !texts.get(file)?.includes(`id="${place}"`)
  })
  expect(dead).toEqual([])
  expect(documentation).toBe(homepage)
})

test('the page of an error leads to the part of the troubleshooting page that has its symptoms', () => {
  const advised = Object.entries(errorAdvice).filter(([, advice]) => advice.troubleshooting !== undefined)
  expect(advised.length).toBeGreaterThan(5)
  for (const [name, { troubleshooting }] of advised) {
    const link = /<a href="[^"]*\/troubleshooting\.html#[^"]+"[^>]*>([^<]+)<\/a>/.exec(texts.get(`errors/${name}.html`) ?? '')
    expect(link?.[1]?.replaceAll('&quot;', '"'), name).toBe(troubleshooting)
  }
})

test('the versions lead to the changes of every package, also to those that are not released', () => {
  // The sidebar of each page has the link, too.
  expect(texts.get('versions.html')).toMatch(/\/reference\/changes\.html"[^>]*>Changes<\/a> lists/)
  const page = texts.get('reference/changes.html')?.replaceAll(/<[^>]+>/g, '') ?? ''
  for (const folder of ['sdk', 'queue', 'mock-server', 'contract-tests', 'openapi']) {
    expect(page).toContain(`@wfhost/${folder} `)
  }
  const changesets = globSync('.changeset/*.md', { cwd: root })
  expect(page.includes('Unreleased')).toBe(changesets.length > 0)
})

for (const path of ['index', 'playground/index', 'api']) {
  test(`the browser loads the icon of ${path}`, async ({ open, page }) => {
    await open(path)
    await expectIcon(page)
  })
}

test('the page of the API has the colours of the site, also in the scheme that the reader chooses', async ({ open, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open('api')
  const header = page.locator('nav.bar')
  await expect(header.locator('svg')).toBeVisible()
  await expect(header).toHaveCSS('background-color', toRgb(readToken('surface', 'light')))

  await page.locator('body').evaluate((body) => body.classList.replace('light-mode', 'dark-mode'))
  await expect(header).toHaveCSS('background-color', toRgb(readToken('surface', 'dark')))
})

test('the styles of the header leave the sidebar of the API visible', async ({ open, page }) => {
  await open('api')
  // Fails if another element or a clip covers the entry.
  await page.locator('.t-doc__sidebar').getByText('Introduction').click({ trial: true, timeout: 10_000 })
})

/** Converts `#RRGGBB` to the notation in which a browser reports colours. */
function toRgb(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}

for (const [kind, limit] of Object.entries(kinds)) {
  for (const { colorScheme, name, width } of looks) {
    test(`axe finds no violation on ${kind}, ${name}`, async ({ open, page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await open(kind)
      // Scalar shows the document some time after the page has loaded.
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await takePicture(page, { path: `${pictures}${kind.replace('/', '-')}-${name}.png` })
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
      await expectAccessible(page, known[kind])
    })
  }

  test(`${kind} sends at most ${limit} kB of scripts and styles, as servers compress them`, async ({ open, page }) => {
    const sent: Response[] = []
    page.on('response', (response) => {
      if (/\.(?:js|css|wasm)$/.test(response.url())) sent.push(response)
    })
    await open(kind)
    // Later requests, such as a page that is fetched in advance, do not belong to this page.
    const bodies = await Promise.all(sent.map((response) => response.body()))
    expect(bodies.length).toBeGreaterThan(0)
    expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000).toBeLessThanOrEqual(limit)
  })
}
