import { expect, type Page } from '@playwright/test'

/**
 * Returns the texts of the visible buttons that are filled with the accent or the colour of danger. With an open dialog, only
 * its buttons count, because the page below cannot be used.
 */
export async function findFilledButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Lists the elements of a page, also those below open shadow roots. */
    function listElements(root: Document | ShadowRoot): Element[] {
      const elements = [...root.querySelectorAll('*')]
      return elements.flatMap((element) => [element, ...(element.shadowRoot === null ? [] : listElements(element.shadowRoot))])
    }

    /** Returns a colour of the design as the browser writes it. */
    function readColour(near: Element, name: string): string {
      const probe = document.createElement('i')
      probe.style.backgroundColor = `var(${name})`
      near.append(probe)
      const { backgroundColor } = getComputedStyle(probe)
      probe.remove()
      return backgroundColor
    }

    const elements = listElements(document)
    const dialog = elements.findLast((element) => element.matches('dialog:modal'))
    const buttons = elements.filter((element) => element.localName === 'button' && (dialog?.contains(element) ?? true))
    const filled = buttons.filter((button) => {
      const colours = ['--accent', '--failed', '--failed-fill'].map((name) => readColour(button, name))
      return button.checkVisibility() && colours.includes(getComputedStyle(button).backgroundColor)
    })
    return filled.map((button) => button.textContent?.trim() ?? '')
  })
}

/** Fails if a view has two filled buttons: the filled one is the next step, and there is one. */
export async function expectOneFilledButton(page: Page): Promise<void> {
  expect((await findFilledButtons(page)).slice(1), 'filled buttons after the first one').toEqual([])
}
