import { expect, type Page } from '@playwright/test'

/** Fails if the page names no icon, or if its content security policy does not let the browser load the icon. */
export async function expectIcon(page: Page): Promise<void> {
  const address = await page.locator('link[rel=icon]').getAttribute('href')
  // A browser without windows loads no icon by itself. An image is subject to the same directive of the policy.
  const width = page.evaluate(async (source) => {
    const image = new Image()
    image.src = source ?? ''
    await image.decode()
    return image.naturalWidth
  }, address)
  expect(await width).toBeGreaterThan(0)
}
