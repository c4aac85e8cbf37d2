import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createMockHost, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, look, test } from './look-at-inspector.ts'

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the views are at the bottom, the others behind More, and the header is 48 px high', async ({ inspect, page, run }) => {
    await run('echo', { args: { text: 'small' } })
    await inspect()
    expect(
      await page
        .getByRole('heading', { name: 'Reference server' })
        .evaluate((heading) => (heading instanceof HTMLElement ? heading.offsetHeight : 0)),
    ).toBe(48)
    const tabs = page.getByRole('navigation', { name: 'Views' })
    expect((await tabs.boundingBox())?.y).toBeGreaterThan(750)
    const more = tabs.getByRole('button', { name: 'More' })
    await more.click()
    await tabs.getByRole('link', { name: 'World' }).focus()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await expect(tabs.getByRole('link', { name: 'World' })).toBeHidden()
    await more.click()
    await tabs.getByRole('link', { name: 'Registries' }).click()
    await expect(page.getByRole('button', { name: 'Add a registry… to support' })).toBeVisible()
    await tabs.getByRole('link', { name: /^Requests/ }).click()
    await page.getByRole('link', { name: /^200 run echo/ }).click()
    await expect(page.getByRole('region', { name: 'List of requests' })).toBeHidden()
    await page.getByRole('button', { name: '← All requests' }).click()
    await expect(page.getByRole('region', { name: 'List of requests' })).toBeVisible()
  })

  test('a workflow runs with arguments, and nothing is cut off', async ({ inspect, page }) => {
    await inspect('#/workflows')
    await page.getByRole('button', { name: 'Run… echo' }).click()
    const sheet = page.getByRole('dialog', { name: 'Run with arguments' })
    await sheet.getByLabel('text').fill('small')
    await sheet.getByRole('button', { name: 'Run echo' }).click()
    await expect(sheet.getByRole('region', { name: 'Response', exact: true })).toContainText('success')
    expect(await sheet.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

test('the file of the sample world is shown, changed, checked at its line, and downloaded', async ({ page }) => {
  const text = readFileSync(new URL('../../../mock-server/examples/worlds/sample-world.yaml', import.meta.url), 'utf8')
  const worldFile = async () => ({ name: 'sample-world.yaml', text })
  const host = createMockHost(createSampleWorld, { worldFile })
  const server = await listen(host)
  await page.goto(`${server.url}/__mock/#/world`)
  const file = page.getByRole('textbox', { name: 'World file' })
  await expect(file).toHaveValue(text)
  await expect(page.locator('.yaml-key').first()).toHaveText('organizations')
  await look(page, 'world-file')
  await file.fill(text.replace('credits: 1000', 'credits: many'))
  await page.getByRole('button', { name: /^Line 6/ }).click()
  await expect(page.locator('.line-of-code.wrong')).toContainText('credits: many')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(file).toHaveValue(text)
  await file.fill(text.replace('credits: 1000', 'credits: 3'))
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The world file is applied')).toBeVisible()
  await expect.poll(() => host.service.creditBalance('acme')).toBe(3)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download sample-world.yaml' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('sample-world.yaml')
  expect(await readFile(await saved.path(), 'utf8')).toContain('credits: 3')
  await server.close()
})
