import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Takes a picture of a page, or of a part of it. Chromium sometimes refuses with "Unable to capture screenshot" and takes the same
 * picture a moment later, so a refusal only counts if it lasts.
 *
 * @see https://github.com/MarketSquare/robotframework-browser/issues/5237
 */
export async function takePicture(
  subject: Page | Locator,
  options: { readonly path: string; readonly fullPage?: boolean },
): Promise<void> {
  await expect(() => subject.screenshot(options)).toPass({ timeout: 10_000 })
}
