import { connect } from 'node:net'
import type { Page } from '@playwright/test'
import { createHostileRequests, type HostileRequest } from './hostile-exchanges.ts'
import { expect, test } from './look-at-inspector.ts'

/** The number of exchanges. Before a release, use `EXCHANGES=2000 npm run test:browser`. */
const EXCHANGES = Number(process.env['EXCHANGES'] ?? 400)
const SEED = Number(process.env['SEED'] ?? 20_261_126)

/** The list shows 300, and the server remembers 1,000. */
const PART = 250

async function send(port: number, bytes: HostileRequest): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.resume()
  })
}

/** Opens a request by its address, waits until the page shows it, and returns the text. */
async function open(page: Page, number: number): Promise<{ readonly hasRows: boolean; readonly hasDetails: boolean }> {
  return page.evaluate(async (wanted) => {
    const root = document.querySelector('body > div')?.shadowRoot
    location.hash = `#/requests/${wanted}`
    const shows = (): boolean => {
      const text = root?.querySelector('.details article, .details .raw')?.textContent ?? ''
      return text.includes(`no. ${wanted}`) || text.includes('Cannot show')
    }
    // Enough time for a busy machine.
    for (let frames = 0; frames < 200 && !shows(); frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return { hasRows: root?.querySelector('.list li') !== null, hasDetails: shows() }
  }, number)
}

test('a generated exchange never blanks a view', async ({ host, inspect, page, server }) => {
  test.setTimeout(60_000 + EXCHANGES * 200)
  // Accepts any value, and returns it.
  host.service.publish({ flowId: 'echo' }, (args) => args)
  await inspect()
  let parsed = 0
  let part: HostileRequest[] = []
  const check = async (): Promise<void> => {
    for (const bytes of part) await send(server.port, bytes)
    const before = parsed
    await expect.poll(async () => (await newest(page)) - before, { timeout: 20_000 }).toBeGreaterThan(part.length / 2)
    // The server refuses requests that are not HTTP before it remembers them.
    await page.waitForTimeout(200)
    parsed = await newest(page)
    for (let number = before + 1; number <= parsed; number += 1) {
      expect({ number, ...(await open(page, number)) }).toEqual({ number, hasRows: true, hasDetails: true })
    }
    part = []
  }
  for (const request of createHostileRequests(EXCHANGES, SEED)) {
    part.push(request)
    if (part.length === PART) await check()
  }
  if (part.length > 0) await check()

  await page.evaluate(() => location.assign('#/runs'))
  const list = page.getByRole('region', { name: 'List of runs' }).getByRole('link')
  await expect(list.first()).toBeVisible()
  const links = await list.all()
  for (const link of links.slice(0, 100)) {
    await page.evaluate((href) => location.assign(href), (await link.getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { name: 'Arguments' })).toBeVisible()
  }
  test.info().annotations.push({ type: 'count', description: `${parsed} hostile exchanges, ${links.length} of their runs` })
})

async function newest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const href = document.querySelector('body > div')?.shadowRoot?.querySelector('.list a')?.getAttribute('href')
    return Number(/requests\/(\d+)/.exec(href ?? '')?.[1] ?? 0)
  })
}

test('a badly encoded path is a row, with the path as received', async ({ inspect, page, server }) => {
  await send(
    server.port,
    Buffer.from('POST /api/v2/external/flows/100%/published-run HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'),
  )
  await inspect()
  await page.getByRole('link', { name: /^401 run 100%/ }).click()
  await expect(page.getByText('/api/v2/external/flows/100%/published-run')).toBeVisible()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Workflow').selectOption('100%')
  await expect(page.getByRole('region', { name: 'List of requests' }).getByRole('link')).toHaveCount(1)
})

test('a body that is nested 3,000 levels deep is shown, level after level', async ({ inspect, page, run }) => {
  const value = JSON.parse(`${'['.repeat(3_000)}"innermost"${']'.repeat(3_000)}`)
  await run('echo', { args: { text: value } })
  await inspect('#/requests/1')
  const body = page.getByLabel('Body of the request')
  await expect(body).toContainText('1 item')
  for (let level = 0; level < 40; level += 1) await body.locator('details:not([open]) > summary').first().click()
  await expect(body.locator('details[open]')).toHaveCount(43)
})

test('every view shows names that an address cannot contain', async ({ host, inspect, page }) => {
  for (const flowId of ['100%', '\ud800', 'a/b', '<b>', '__proto__', '\u202eabc', 'x'.repeat(5_000)]) {
    host.service.publish({ flowId }, () => {
      throw Object.assign(new Error('\ud800%'), { name: '\udfff' })
    })
    host.service.addFault({ kind: 'run-failed', flowId, name: '%\ud800', step: '%', count: 1 })
  }
  await inspect()
  for (const view of ['Requests', 'Runs', 'Workflows', 'Tools', 'Registries', 'Faults', 'World']) {
    const tab = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${view}`) })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Cannot show')).toHaveCount(0)
    await expect(page.getByRole('main').locator('section, p').first()).toBeVisible()
  }
})

test('a value that a view cannot show is shown as text, and the other rows as usual', async ({ inspect, page, run }) => {
  await run('echo', { args: { text: 'first' } })
  await run('echo', { args: { text: 'second' } })
  // A server of another version could send such values.
  await page.addInitScript(() => {
    const original = globalThis.fetch
    globalThis.fetch = async (input, init) => {
      const response = await original(input, init)
      if (!response.url.endsWith('/inspect/runs')) return response
      const { result } = await response.json()
      const [one, ...others] = result
      return Response.json({ result: [{ ...one, startedAt: 1e99, error: null }, ...others] })
    }
  })
  await inspect('#/runs')
  const list = page.getByRole('region', { name: 'List of runs' })
  await expect(list.getByRole('link')).toHaveCount(2)
  await expect(list.getByRole('link').nth(0)).toContainText(/Cannot show run .*"flowId":"echo"/)
  await expect(list.getByRole('link').nth(1)).toContainText('echo')
})

test('a wrong value in a form is reported with the name of the field and the typed value', async ({ inspect, page }) => {
  await inspect('#/world')
  await page.getByLabel('Id').fill('my test')
  await page.getByRole('button', { name: 'Create world' }).click()
  await expect(page.getByText('Cannot create world "my test"')).toBeVisible()
  await page.getByLabel('Id').fill('100%')
  await page.getByRole('button', { name: 'Create world' }).click()
  await expect(page.getByText('Cannot create world "100%"')).toBeVisible()
  await page.getByRole('link', { name: /^Faults/ }).click()
  await page.getByLabel('Seconds', { exact: true }).fill('-5')
  await page.getByRole('button', { name: 'Advance' }).click()
  await expect(page.getByText('Seconds: expected a number from 0, found -5')).toBeVisible()
  await page.getByRole('button', { name: 'Set limit' }).click()
  await expect(page.getByText('Requests: expected a number from 0, found nothing')).toBeVisible()
})

test('a workflow is archived and restored, unpublished and published', async ({ host, inspect, page }) => {
  await inspect('#/workflows')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^echo/ }) })
  const choose = async (action: string): Promise<void> => {
    await row.getByRole('button', { name: 'More actions for echo' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Archive…')
  await page.getByRole('button', { name: 'Archive echo' }).click()
  await expect(row.getByText('archived', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Restore echo' }).click()
  await expect(row.getByText('published', { exact: true })).toBeVisible()
  await choose('Unpublish')
  await expect(row.getByText('unpublished', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Publish echo' }).click()
  await expect(row.getByText('published', { exact: true })).toBeVisible()
  expect(host.service.workflowKey('echo')).not.toBeUndefined()
})
