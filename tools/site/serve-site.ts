import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Page } from '@playwright/test'
import { listen } from '@wfhost/mock-server/http'

/** The folder to which `npm run site -- --build` has written the pages. */
export const dist = fileURLToPath(new URL('../../docs/pages/.vitepress/dist', import.meta.url))
export const { homepage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
export const basePath = new URL(`${homepage}/`).pathname

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

interface SiteFixtures {
  /** Opens a page by its path without an ending, and waits until it is there. */
  readonly open: (path: string, fragment?: string) => Promise<Page>
}

/** A test of the built site. Its pages may only send requests to their own origin. */
export const test = base.extend<SiteFixtures, { readonly origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await listen(serveFile)
      await use(new URL(server.url).origin)
      await server.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ origin, page }, use) => {
    await page.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    )
    await use(async (path, fragment = '') => {
      await page.goto(`${origin}${basePath}${path}.html${fragment}`, { waitUntil: 'networkidle' })
      // Its service worker and its world are ready some time after the network is quiet.
      if (path === 'playground/index') await page.locator('#run:enabled').waitFor()
      return page
    })
  },
})

async function serveFile(request: Request): Promise<Response> {
  const path = join(dist, decodeURIComponent(new URL(request.url).pathname).replace(basePath, '/'))
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
  if (!existsSync(file)) return new Response(null, { status: 404 })
  return new Response(readFileSync(file), { headers: { 'content-type': types[extname(file)] ?? 'application/octet-stream' } })
}

export { expect }
