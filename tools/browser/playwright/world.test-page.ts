import { test as base, expect, type Page } from '@playwright/test'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { routeWorld, type WorldFixtures, worldFixtures } from '@wfhost/mock-server/playwright'

const test = base.extend<WorldFixtures>(worldFixtures)
const address = 'https://workflows.example'

test.use({ worldOptions: { baseUrl: address } })

for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) {
  test(`the page of world ${number} spends the credits of its own world`, async ({ page, world }) => {
    world.setCredits('acme', number)
    await openPage(page)
    expect(await execute(page, world.url)).toBe(200)
    expect(world.creditBalance('acme')).toBe(number - 1)
    expect(world.journal()).toHaveLength(1)
  })
}

test('a fault that breaks the connection also breaks it for the page', async ({ page, world }) => {
  world.addFault({ operation: 'executeTool', kind: 'reset-before-headers' })
  await openPage(page)
  await expect(execute(page, world.url)).rejects.toThrow('Failed to fetch')
})

for (const kind of ['hang', 'latency'] as const) {
  test(`a test may end while a request of its page waits because of the fault ${kind}`, async ({ page, world }) => {
    world.addFault(kind === 'hang' ? { kind } : { kind, latency: { distribution: 'fixed', ms: 60_000 } })
    await openPage(page)
    void execute(page, world.url).catch(() => {})
    await world.waitForRequest({ operation: 'executeTool' })
  })
}

test('a page may leave while its request hangs', async ({ page, world }) => {
  world.addFault({ kind: 'hang' })
  await openPage(page)
  void execute(page, world.url).catch(() => {})
  await world.waitForRequest({ operation: 'executeTool' })
  await openPage(page)
})

for (const path of ['', '/backend']) {
  test(`a world at the origin of the page, below "${path}", does not change requests for the page and its files`, async ({
    page,
  }) => {
    const service = createMockService(createSampleWorld())
    const url = `https://page.example${path}`
    // If a context has two matching routes, the later one is used first.
    await page.context().route('https://page.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    const close = await routeWorld(page.context(), { url, fetch: service.fetch })
    await page.goto('https://page.example/')
    expect(await page.evaluate(async () => (await fetch('page.css')).status)).toBe(200)
    expect(await execute(page, url)).toBe(200)
    expect(service.journal()).toMatchObject([{ request: { path: '/v1/public/wfhost/execute' } }])
    await close()
  })
}

test.describe('over HTTP', () => {
  test.use({ worldOptions: { transport: 'http' } })

  test('a world has a URL that any program can call', async ({ request, world }) => {
    expect((await request.get(`${world.url}/v1/public/wfhost/manifest`)).status()).toBe(401)
    expect(world.journal()).toHaveLength(1)
  })
})

async function openPage(page: Page): Promise<void> {
  await page.route('https://page.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('https://page.example/')
}

function execute(page: Page, url: string): Promise<number> {
  return page.evaluate(
    async ({ key, target }) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ toolset: 'mail', tool: 'count' })
      return (await fetch(target, { method: 'POST', headers, body })).status
    },
    { key: sampleKeys.defaultEnvironment, target: `${url}/v1/public/wfhost/execute` },
  )
}
