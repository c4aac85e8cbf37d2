import { existsSync, readFileSync } from 'node:fs'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { type Listening, listen } from '@wfhost/mock-server/http'
import { document, operationTable } from '@wfhost/openapi'
import { type Files, serveFiles } from '../serve-page.ts'

const written = new URL('../../../openapi/openapi.yaml', import.meta.url)

// The pages in which people read the API document, with the code that loads it in each.
const viewers = {
  'Swagger UI': {
    scripts: ['swagger-ui-dist/swagger-ui-bundle.js'],
    style: 'swagger-ui-dist/swagger-ui.css',
    start: "SwaggerUIBundle({ url: '/openapi.yaml', dom_id: '#page' })",
  },
  Redoc: {
    scripts: ['redoc/bundles/redoc.standalone.js'],
    start: "Redoc.init('/openapi.yaml', {}, document.querySelector('#page'))",
  },
  Scalar: {
    scripts: ['@scalar/api-reference/dist/browser/standalone.js'],
    start:
      "Scalar.createApiReference('#page', { url: '/openapi.yaml', withDefaultFonts: false, telemetry: false, defaultOpenAllTags: true })",
  },
} as const satisfies Readonly<Record<string, Viewer>>

interface Viewer {
  readonly scripts: readonly string[]
  readonly style?: string
  readonly start: string
}

interface Served {
  readonly server: string
  readonly open: (name: keyof typeof viewers, spoil?: (yaml: string) => string) => Promise<void>
  /** The errors that the page logged, and the other hosts that it sent requests to. */
  readonly complaints: readonly string[]
}

const test = base.extend<{ readonly served: Served }>({
  served: async ({ page }, use) => {
    const world = await listen(createMockHost(createSampleWorld), { cors: true })
    // The logo of Redoc is the only remote file that no option disables.
    await page.route('https://cdn.redoc.ly/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: '' }))
    const complaints = listenForComplaints(page)
    const pages: Listening[] = []
    await use({
      server: world.url,
      complaints,
      open: async (name, spoil = (yaml) => yaml) => {
        // Only the address of the reference server differs from the default here.
        const yaml = spoil(readFileSync(written, 'utf8')).replaceAll('http://127.0.0.1:4010', world.url)
        const viewer = await serveViewer(viewers[name], yaml)
        pages.push(viewer)
        await page.goto(viewer.url)
      },
    })
    await Promise.all([world, ...pages].map(({ close }) => close()))
  },
})

const operations = Object.values(document.paths).map((item) => {
  const { operationId, summary } = 'get' in item ? item.get : item.post
  return { operationId, summary }
})

for (const name of ['Redoc', 'Scalar'] as const) {
  test(`${name} shows every operation and the names of its parameters`, async ({ page, served }) => {
    await served.open(name)
    for (const { operationId, summary } of operations) {
      const output = page.getByRole('heading', { name: summary })
      await output.first().scrollIntoViewIfNeeded()
      for (const [, parameter] of operationTable[operationId].path.matchAll(/\{(\w+)\}/g)) {
        await expect(page.getByText(parameter ?? '', { exact: true }).first(), `${operationId} ${parameter}`).toBeVisible()
      }
    }
    expect(served.complaints).toEqual([])
  })
}

test('Swagger UI shows the document without an error or a warning', async ({ page, served }) => {
  await served.open('Swagger UI')
  await expect(page.locator('.opblock')).toHaveCount(operations.length)
  await expect(page.locator('.errors-wrapper')).toHaveCount(0)
  expect(served.complaints).toEqual([])
})

test('Swagger UI warns about an unknown dialect, so the check for warnings works', async ({ page, served }) => {
  await served.open('Swagger UI', (yaml) => yaml.replace('openapi: 3.1.0', '$&\njsonSchemaDialect: https://example.org/dialect'))
  await expect(page.locator('.errors-wrapper')).toContainText('jsonSchemaDialect')
})

for (const { operationId } of operations) {
  test(`"Try it out" of Swagger UI gets what the document shows from ${operationId}`, async ({ page, served }) => {
    await served.open('Swagger UI')
    await authorize(page)
    const operation = page.locator(`[id$="-${operationId}"].opblock`)
    await operation.locator('.opblock-summary-control').click()
    await operation.getByRole('button', { name: 'Try it out' }).click()
    await operation.getByRole('button', { name: 'Execute', exact: true }).click()
    expect(await statusOf(operation)).toBe('200')
    const url = await operation.locator('.request-url pre').textContent()
    expect(url).toMatch(new RegExp(`^${served.server}/[\\w/-]+$`))
    expect(served.complaints).toEqual([])
  })
}

async function authorize(page: Page): Promise<void> {
  await page.locator('.btn.authorize').first().click()
  const keys = { workflowKey: sampleKeys.workflows['support-triage'], toolHostingKey: sampleKeys.defaultEnvironment }
  for (const [scheme, key] of Object.entries(keys)) {
    const form = page.locator('.auth-container').filter({ has: page.getByText(scheme, { exact: true }) })
    await form.locator('input').fill(key)
    await form.getByRole('button', { name: 'Apply credentials' }).click()
  }
  await page.getByRole('button', { name: 'Close' }).first().click()
}

async function statusOf(operation: Locator): Promise<string | undefined> {
  const status = operation.locator('.live-responses-table tbody .response-col_status')
  return (await status.first().textContent())?.trim()
}

async function serveViewer({ scripts, start, style }: Viewer, yaml: string): Promise<Listening> {
  const files: Files = {
    '/': [
      'text/html',
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>The document</title><link rel="icon" href="data:,">
      <style>${style === undefined ? '' : readPackaged(style)}</style><div id="page"></div>
      ${scripts.map((_, index) => `<script src="/${index}.js"></script>`).join('')}<script>${start}</script></html>`,
    ],
    '/openapi.yaml': ['application/yaml', yaml],
    ...Object.fromEntries(scripts.map((file, index) => [`/${index}.js`, ['text/javascript', readPackaged(file)]])),
  }
  return serveFiles(files)
}

/** A file of a package that is installed for this test, or, for Scalar, for the site. */
function readPackaged(file: string): string {
  const places = ['..', '../../../docs'].map((folder) => new URL(`${folder}/node_modules/${file}`, import.meta.url))
  return readFileSync(places.find((place) => existsSync(place)) ?? file, 'utf8')
}

function listenForComplaints(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !['127.0.0.1', 'cdn.redoc.ly'].includes(hostname))
      complaints.push(`${request.url()} is asked`)
  })
  return complaints
}
