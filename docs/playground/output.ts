import type { Printed } from './worker.ts'

/** The number of lines of output that are kept. */
const MOST_LINES = 1000

export type OutputLevel = Printed['level'] | 'ended' | 'failed'

/** The place where a program prints. */
export interface Output {
  /** Prints a line, with the time since the last call of `clear`. */
  readonly print: (text: string, level: OutputLevel) => void
  readonly clear: () => void
}

export function createOutput(element: HTMLElement): Output {
  const waiting: HTMLElement[] = []
  let clearedAt = performance.now()

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
      // The style shows this attribute, so that copied lines have no times.
      line.dataset['seconds'] = ((performance.now() - clearedAt) / 1000).toFixed(2)
      // Updating the layout for each line would leave no time for a click.
      if (waiting.push(line) === 1) requestAnimationFrame(showWaiting)
    },
    clear: () => {
      clearedAt = performance.now()
      waiting.length = 0
      element.replaceChildren()
      element.scrollIntoView({ block: 'nearest' })
    },
  }
}

/** Counts the requests of a program beside its output. */
export interface RequestCounter {
  readonly count: () => void
  readonly clear: () => void
}

export function createRequestCounter(element: HTMLElement): RequestCounter {
  let requests = 0

  return {
    count: () => {
      requests += 1
      element.textContent = requests === 1 ? '1 request' : `${requests} requests`
    },
    clear: () => {
      requests = 0
      element.textContent = ''
    },
  }
}
