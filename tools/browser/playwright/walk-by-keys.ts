import { expect, type Locator, type Page } from '@playwright/test'

/** More than the number of elements of any view that the Tab key reaches. */
const MOST_TABS = 150

/** Presses the Tab key until an element has the focus. The element must show that it has it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    if (await hasFocus(target)) {
      await expectVisibleFocus(target)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Cannot reach ${target} with the Tab key`)
}

/** Moves to a button or a link with the Tab key, and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((all) => {
    return all.some((one) => (one.getRootNode() as Document | ShadowRoot).activeElement === one)
  })
}

/** A field can have its outline on the box around it. */
async function expectVisibleFocus(target: Locator): Promise<void> {
  const outline = await target.first().evaluate((one) => {
    const focused = (one.getRootNode() as Document | ShadowRoot).activeElement
    const widths: number[] = []
    for (let box = focused; box !== null; box = box.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(box)
      widths.push(outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth))
    }
    return Math.max(...widths)
  })
  expect(outline, `${target} shows no outline while it has the focus`).toBeGreaterThanOrEqual(1)
}

/** Presses the Tab key often, and expects that it reaches each visible control of a page. */
export async function expectReachable(page: Page): Promise<void> {
  // The page is in the shadow of an element, so it has a root of its own.
  const main = page.getByRole('main')
  const count = await main.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot
    const controls = root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')
    const usable = [...controls].filter((one) => one.checkVisibility() && !one.matches(':disabled') && one.tabIndex >= 0)
    for (const one of usable) one.dataset['unreached'] = ''
    return usable.length
  })
  expect(count).toBeGreaterThanOrEqual(10)

  for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
    await page.keyboard.press('Tab')
    await main.evaluate((element) => {
      const root = element.getRootNode() as Document | ShadowRoot
      root.activeElement?.removeAttribute('data-unreached')
    })
  }
  const unreached = page.locator('[data-unreached]')
  expect(await unreached.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 200)))).toEqual([])
}
