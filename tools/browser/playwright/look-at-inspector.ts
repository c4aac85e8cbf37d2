import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { createMockHost, createSampleWorld, type MockHost, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { expectAccessible } from '../../expect-accessible.ts'
import { expectOneFilledButton } from '../../expect-one-filled-button.ts'
import { takePicture } from '../../take-picture.ts'

export interface Inspected {
  readonly host: MockHost
  readonly server: Listening
  /** Runs a workflow of the sample world, by default with its own key. */
  readonly run: (flowId: keyof typeof sampleKeys.workflows, sent?: SentRun) => Promise<void>
  readonly inspect: (route?: string) => Promise<void>
}

interface SentRun {
  readonly args?: Readonly<Record<string, unknown>>
  readonly key?: string
  readonly mode?: 'sync' | 'async'
}

/** A test with its own server. Its page logs no errors and sends requests to no other server. */
export const test = base.extend<Inspected>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  host: async ({}, use) => use(createMockHost(createSampleWorld)),
  server: async ({ host }, use) => {
    const server = await listen(host)
    await use(server)
    await server.close()
  },
  run: async ({ server }, use) =>
    use(async (flowId, { args = {}, key = sampleKeys.workflows[flowId], mode = 'sync' } = {}) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ args: Object.entries(args).map(([name, value]) => ({ name, value })), mode })
      await fetch(`${server.url}/api/v2/external/flows/${flowId}/published-run`, { method: 'POST', headers, body })
    }),
  inspect: async ({ context, page, server }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      // The browser itself logs each refusal of the API, which some tests cause. A missing icon is a defect of the page.
      const isRefusal = /Failed to load resource/.test(message.text()) && !message.location().url.includes('favicon')
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith('blob:')) complaints.push(`asked ${request.url()}`)
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await use(async (route = '') => {
      await page.goto(`${server.url}/__mock/${route}`)
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
    })
    expect(complaints).toEqual([])
  },
})

const pictures = fileURLToPath(new URL('../../dist/inspector/', import.meta.url))

/** The size of a telephone. */
const narrow = { width: 390, height: 844 }

/**
 * Takes a picture in light and in dark, on a desk and on a telephone, and checks both schemes with axe. At twice the size,
 * nothing may be cut off at the side. The view has one filled button at most.
 */
export async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  if (size === null) throw new Error('The page has no size')
  await expectOneFilledButton(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await takePicture(page, { path: `${pictures}${name}-${colorScheme}.png` })
    await page.setViewportSize(narrow)
    await takePicture(page, { path: `${pictures}${name}-${narrow.width}-${colorScheme}.png` })
    await page.setViewportSize(size)
    // Folded parts are included.
    await page.locator('details').evaluateAll((all) => {
      for (const one of all) one.setAttribute('open', '')
    })
    await expectAccessible(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  // Zoomed to 200 %, a page has half of its width in CSS pixels. 320 pixels are a small telephone.
  for (const width of [size.width / 2, narrow.width, 320]) {
    await page.setViewportSize({ width, height: size.height })
    const { clientWidth, scrollWidth } = await page
      .getByRole('main')
      .evaluate(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth }))
    expect(scrollWidth, `at a width of ${width}`).toBeLessThanOrEqual(clientWidth)
    // The telephone has its pictures already.
    if (width !== narrow.width) await takePicture(page, { path: `${pictures}${name}-${width}.png` })
  }
  await page.setViewportSize(size)
}

export { expect }
