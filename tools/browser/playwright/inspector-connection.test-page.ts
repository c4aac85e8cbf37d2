import { createMockControl, createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { forwardUnknown } from '../../../mock-server/src/guard/forward-unknown.ts'
import { openMockHost } from '../../../mock-server/src/host/create-mock-host.ts'
import { servePage } from '../serve-page.ts'
import { expect, look, test } from './look-at-inspector.ts'

test('a request outside the world is shown as forwarded, with the responding server', async ({ page, server: upstream }) => {
  const host = openMockHost(() => ({ workspaces: [{ id: 'desk', workflows: [] }] }))
  const server = await listen(forwardUnknown(host, upstream.url))
  await fetch(`${server.url}/v1/public/wfhost/manifest`, {
    headers: { authorization: `Bearer ${sampleKeys.defaultEnvironment}` },
  })
  await page.goto(`${server.url}/__mock/`)
  await page.getByRole('link', { name: /^200 manifest of the key forwarded/ }).click()
  await expect(page.getByText(`The world does not have it: ${upstream.url} responded.`)).toBeVisible()
  await expect(page.getByLabel('Body of the response')).toContainText('mail')
  await look(page, 'forwarded')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`it was for ${upstream.url}, and its key is not kept`)).toBeVisible()
  await server.close()
})

test('an interruption loses nothing: events of the meantime are there when the server is back', async ({ host, page }) => {
  const server = await listen(host)
  await page.goto(`${server.url}/__mock/`)
  const url = 'http://localhost/v1/public/wfhost/manifest'
  host.service.clock.freeze()
  host.service.addFault({ kind: 'latency', latency: { distribution: 'fixed', ms: 1000 }, count: 1 })
  const slow = host.fetch(new Request(url))
  await expect(page.getByRole('link', { name: /^– manifest/ })).toBeVisible()
  await server.close()
  await expect(page.getByText('Connecting …')).toBeVisible()
  await host.fetch(new Request(url))
  await host.service.clock.advance(1000)
  await slow
  const again = await listen(host, { port: server.port })
  await expect(page.getByRole('link', { name: /^401 manifest/ })).toHaveCount(2)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await again.close()
})

test('a view that could not be read while the server was away is read again, and an edit is kept', async ({ host, page }) => {
  const server = await listen(host)
  await page.goto(`${server.url}/__mock/#/world`)
  const file = page.getByRole('textbox', { name: 'World file' })
  await file.fill('workspaces: []')
  await page.getByRole('link', { name: 'Workflows' }).click()
  await expect(page.getByRole('rowheader', { name: 'echo' })).toBeVisible()
  await server.close()
  await expect(page.getByText('The server does not respond')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'echo' })).toBeVisible()
  const again = await listen(host, { port: server.port })
  await expect(page.getByRole('rowheader', { name: 'echo' })).toBeVisible()
  await page.getByRole('link', { name: 'World' }).click()
  await expect(file).toHaveValue('workspaces: []')
  await again.close()
})

test('below the path of a proxy, the page sends its requests there', async ({ host, page }) => {
  const prefix = '/tools/mock'
  const server = await listen(async (request) => {
    const { origin, pathname, search } = new URL(request.url)
    if (!pathname.startsWith(prefix)) return new Response(null, { status: 404 })
    return host.fetch(new Request(origin + pathname.slice(prefix.length) + search, request))
  })
  await page.goto(`${server.url}${prefix}/__mock`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Workflows' }).click()
  await expect(page.getByRole('rowheader', { name: 'echo' })).toBeVisible()
  await server.close()
})

test('a page of another origin has no access', async ({ page, server }) => {
  await page.route('https://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('https://elsewhere.example/')
  const attempt = page.evaluate(
    async (url) => (await fetch(`${url}/__mock/operations/runs`, { method: 'POST' })).status,
    server.url,
  )
  await expect(attempt).rejects.toThrow('Failed to fetch')
  await expect(createMockControl(server.url).runs()).resolves.toEqual([])
})

test('with a token, the page requests it once in each tab', async ({ page }) => {
  const server = await listen(createMockHost(createSampleWorld, { control: { token: 'a-token' } }))
  await page.goto(`${server.url}/__mock/`)
  await expect(page.getByText('The control surface needs its token')).toBeVisible()
  await page.getByLabel('Token').fill('another')
  await page.getByLabel('Token').press('Enter')
  await expect(page.getByText('the one that was entered is wrong')).toBeVisible()
  await page.getByLabel('Token').fill('a-token')
  await page.getByLabel('Token').press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await server.close()
})

test('beside an app with setupWorker, it shows the requests of the app through the same interface', async ({ page }) => {
  const served = await servePage()
  await page.goto(`${served.url}/beside-app`)
  await page.getByRole('button', { name: 'Run the workflow' }).click()
  await page.getByRole('link', { name: /^200 run echo/ }).click()
  await expect(page.getByLabel('Body of the response')).toContainText('from the app')
  await page.getByRole('link', { name: 'Workflows' }).click()
  await page.getByRole('button', { name: 'More actions for echo' }).click()
  await page.getByRole('menuitem', { name: 'Archive…' }).click()
  await page.getByRole('button', { name: 'Archive echo' }).click()
  await page.getByRole('button', { name: 'Run the workflow' }).click()
  await page.getByRole('link', { name: 'Requests' }).click()
  await expect(page.getByRole('link', { name: /^404 run echo/ })).toBeVisible()
  await served.close()
})
