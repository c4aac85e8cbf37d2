import { chromium, type Page } from 'playwright-core'
import { findChromium, quietFlags } from '../../../scripts/find-chromium.ts'

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
