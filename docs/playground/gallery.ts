import type { Example } from './examples.ts'
import { find } from './find.ts'

/** The value of the choice for the program of the reader. */
export const EDITED = 'edited'

export interface Gallery {
  readonly chosen: () => string
  /** Marks an example, or the program of the reader, as the one that is shown. */
  readonly mark: (id: string) => void
}

/** Lists the examples next to the editor, and on a narrow page in a select. */
export function createGallery(examples: readonly Example[], onChoose: (id: string) => void): Gallery {
  const select = find('example', HTMLSelectElement)
  const own = { id: EDITED, title: 'Your program', summary: 'Saved in this browser' }
  const entries = [...examples, own]
  select.append(...entries.map(({ id, title }) => new Option(title, id)))
  select.addEventListener('change', () => onChoose(select.value))

  const buttons = new Map(entries.map((entry) => [entry.id, createButton(entry)]))
  for (const [id, button] of buttons) button.addEventListener('click', () => onChoose(id))
  find('examples', HTMLElement).append(...Array.from(buttons.values(), inItem))

  return {
    chosen: () => select.value,
    mark: (chosen) => {
      select.value = chosen
      for (const [id, button] of buttons) button.setAttribute('aria-current', String(id === chosen))
    },
  }
}

function createButton({ summary, title }: Pick<Example, 'summary' | 'title'>): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  const words = document.createElement('span')
  words.textContent = summary
  button.append(title, words)
  return button
}

function inItem(button: HTMLButtonElement): HTMLElement {
  const item = document.createElement('li')
  item.append(button)
  return item
}
