import { chromium, type Page } from 'playwright-core'
import { findChromium, quietFlags } from '../../scripts/find-chromium.ts'

/** The result that the form of a recipe shows. */
export async function askForm(page: Page): Promise<string> {
  await page.getByLabel('Subject').fill('My invoice is wrong')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.waitForFunction(() => document.querySelector('output')?.textContent !== '')
  return (await page.getByRole('status').textContent()) ?? ''
}

export async function withPage<Result>(url: string, use: (page: Page) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietFlags })
  try {
    const page = await browser.newPage()
    await page.goto(url)
    return await use(page)
  } finally {
    await browser.close()
  }
}
