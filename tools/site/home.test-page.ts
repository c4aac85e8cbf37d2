import { fileURLToPath } from 'node:url'
import { readToken } from '@wfhost/internal/design-tokens'
import { takePicture } from '../take-picture.ts'
import { expect, test } from './serve-site.ts'

const pictures = fileURLToPath(new URL('../dist/site/', import.meta.url))

test('the home page has its sections in the order in which a reader needs them', async ({ open, page }) => {
  await open('index')
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Call, mock and check one workflow API.')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Start with what you do',
    'Four parts, one document',
    'Why you can rely on it',
  ])
  await takePicture(page, { path: `${pictures}home-full.png`, fullPage: true })
})

test('a button copies the command beside it, and says that it has', async ({ context, open, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('index')
  await page.getByRole('button', { name: 'Copy: wfhost-mock --open' }).click()
  await expect(page.getByRole('button', { name: 'Copied: wfhost-mock --open' })).toHaveText('Copied')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('wfhost-mock --open')
  await expect(page.getByRole('button', { name: 'Copy: wfhost-mock --open' })).toHaveText('Copy')
})

for (const { reason, script } of [
  { reason: 'refuses', script: `navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))` },
  { reason: 'has no clipboard', script: `Object.defineProperty(navigator, 'clipboard', { value: undefined })` },
]) {
  test(`the button of a command says what to do if the browser ${reason}`, async ({ open, page }) => {
    await open('index')
    await page.evaluate(script)
    await page.getByRole('button', { name: 'Copy: npm start' }).click()
    await expect(page.getByRole('button', { name: 'Select it to copy: npm start' })).toBeVisible()
  })
}

for (const { colorScheme, form, width } of [
  { colorScheme: 'light', form: 'wide', width: 1280 },
  { colorScheme: 'dark', form: 'narrow', width: 390 },
] as const) {
  test(`the diagram of the parts is ${form} and ${colorScheme} on such a screen`, async ({ open, page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await open('index')
    const diagram = page.locator('.home-parts img').filter({ visible: true })
    await expect(diagram).toHaveClass(`on-${colorScheme} ${form}`)
    // The whole diagram is on the screen.
    const box = await diagram.boundingBox()
    expect((box?.x ?? Infinity) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width)
  })
}

test('a chapter is grey, and its header and its tables are white', async ({ open, page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open('reference/requirements')
  await expect(page.locator('.vp-doc p.section')).toHaveText('Reference')
  await expect(page.locator('body')).toHaveCSS('background-color', toRgb(readToken('bg', 'light')))
  for (const part of [page.locator('.VPNavBar'), page.locator('.vp-doc table').first()]) {
    await expect(part).toHaveCSS('background-color', toRgb(readToken('surface', 'light')))
  }
})

test('an option in a sentence stays on one line', async ({ open, page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await open('client/command')
    const broken = await page.locator('.vp-doc :is(p, li) > code').evaluateAll((all) => {
      return all.filter((one) => one.textContent.length <= 36 && one.getClientRects().length > 1).map((one) => one.textContent)
    })
    expect(broken).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
})

test('a block of code names its language, and its button copies it', async ({ context, open, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('integrators')
  const code = page.locator('.vp-doc div.language-sh').first()
  await expect(code.locator('.lang')).toHaveText('Shell')
  await code.getByRole('button').click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('npm run release -- --dry-run')
})

test('a page that the sidebar does not list names its part, too', async ({ open, page }) => {
  await open('errors/RateLimitError')
  await expect(page.locator('.vp-doc p.section')).toHaveText('Errors')
  await open('errors/index')
  await expect(page.locator('.vp-doc p.section')).toHaveText('Reference')
})

/** Converts `#RRGGBB` to the notation in which a browser reports colours. */
function toRgb(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((index) => Number.parseInt(colour.slice(index, index + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
