// Runs a program in a separate thread, so that the page can always end it. Reports the output of the program to the page.
import inspect from 'object-inspect'
import { fetchInPage, type ThreadRequest } from './fetch-in-page.ts'

/** A message to the page: a printed line, a request, or the end of the program. */
export type WorkerMessage = Printed | { readonly request: ThreadRequest } | { readonly ended: string }

/** A line of output. */
export interface Printed {
  readonly level: 'log' | 'error' | 'note'
  readonly text: string
}

/** The number of lines that the page accepts in a number of milliseconds. More lines would block it. */
const [MOST_LINES, PERIOD] = [100, 100]

/** Sends each line to the page immediately, because an endless loop never yields. If there are too many, sends their number. */
function createPrinter() {
  let began = -Infinity
  let lines = 0
  const end = () => {
    if (lines > MOST_LINES) tell({ level: 'error', text: `${lines - MOST_LINES} lines are left out` })
    lines = 0
  }
  const print = (level: 'log' | 'error', values: readonly unknown[]) => {
    const now = performance.now()
    if (now - began > PERIOD) {
      end()
      began = now
    }
    lines += 1
    if (lines <= MOST_LINES) tell({ level, text: values.map(show).join(' ') })
  }
  return { print, end }
}

function tell(message: WorkerMessage): void {
  postMessage(message)
}

const { end, print } = createPrinter()
globalThis.fetch = fetchInPage
for (const name of ['debug', 'dir', 'log', 'info', 'table', 'trace', 'warn', 'error'] as const) {
  const level = name === 'warn' || name === 'error' ? 'error' : 'log'
  console[name] = (...values: readonly unknown[]) => print(level, values)
}
console.assert = (holds, ...values) => {
  if (!holds) print('error', ['Assertion failed:', ...values])
}

addEventListener('message', async ({ data: url }: MessageEvent<string>) => {
  const began = performance.now()
  const error = await import(/* @vite-ignore */ url).then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  )
  if (error !== undefined) print('error', [error.reason])
  end()
  tell({ ended: `${error === undefined ? 'Ended' : 'Failed'} after ${((performance.now() - began) / 1000).toFixed(1)} s` })
})

addEventListener('unhandledrejection', ({ reason }) => print('error', ['Nobody handles', reason]))
addEventListener('error', (event) => {
  event.preventDefault()
  print('error', [event.error ?? event.message])
})

/** Formats a value for a person: an error with its line, and a long value on several lines. */
function show(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.name}: ${value.message}${lineOf(value)}`
  const line = inspect(value)
  return line.length > 80 ? inspect(value, { indent: 2 }) : line
}

/** Only the program has the address of a blob, and its lines are those of its source. */
function lineOf({ stack = '' }: Error): string {
  const [, line] = /blob:\S+:(\d+):\d+/.exec(stack) ?? []
  return line === undefined ? '' : ` (program.ts:${line})`
}
