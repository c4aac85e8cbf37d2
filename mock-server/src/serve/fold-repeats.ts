import type { WriteLine } from './log.ts'
import type { Paint } from './terminal-look.ts'

interface FoldOptions {
  readonly write: (line: string) => void
  readonly paint: Paint
  /** For how long repeats are collected. */
  readonly everyMs: number
}

/**
 * Writes a line immediately, and the repeats of it as one line with their number. A terminal stays legible if a client sends
 * the same request in a loop. The cursor never moves up, because other texts can follow a line.
 */
export function foldRepeats(options: FoldOptions): WriteLine {
  const repeats = new Repeats(options)
  return (line, content) => repeats.add(line, content)
}

class Repeats {
  readonly #options: FoldOptions
  #content: string | undefined
  #lastLine = ''
  #count = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: FoldOptions) {
    this.#options = options
    process.once('exit', () => this.#flush())
  }

  add(line: string, content: string): void {
    if (content === this.#content) {
      this.#lastLine = line
      this.#count++
      this.#timer ??= setTimeout(() => this.#flush(), this.#options.everyMs).unref()
      return
    }

    this.#flush()
    this.#content = content
    this.#options.write(line)
  }

  /** Writes the repeats so far. A later repeat counts from one again. */
  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#count === 0) return

    const { paint, write } = this.#options
    write(this.#count === 1 ? this.#lastLine : `${this.#lastLine} ${paint('faint', `×${this.#count}`)}`)
    this.#count = 0
  }
}
