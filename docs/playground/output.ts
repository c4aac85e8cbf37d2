import type { Printed } from './worker.ts'

/** The number of lines of output that are kept. */
const MOST_LINES = 1000

export type OutputLevel = Printed['level'] | 'ended' | 'failed'

/** The place where a program prints. */
export interface Output {
  readonly print: (text: string, level: OutputLevel) => void
  readonly clear: () => void
}

export function createOutput(element: HTMLElement): Output {
  const waiting: HTMLElement[] = []

  function showWaiting(): void {
    element.append(...waiting.splice(0))
    while (element.childElementCount > MOST_LINES) element.firstElementChild?.remove()
    element.scrollTop = element.scrollHeight
  }

  return {
    print: (text, level) => {
      const line = document.createElement('p')
      line.className = level
      line.textContent = text
      // Updating the layout for each line would leave no time for a click.
      if (waiting.push(line) === 1) requestAnimationFrame(showWaiting)
    },
    clear: () => {
      waiting.length = 0
      element.replaceChildren()
      element.scrollIntoView({ block: 'nearest' })
    },
  }
}
