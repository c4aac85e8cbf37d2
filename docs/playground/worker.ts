// Runs a program apart from the page, which can end it whatever it does. It tells the page what the program prints.
import inspect from 'object-inspect'
import { type Asked, fetchInPage } from './fetch-in-page.ts'

/** What the page is told: a line that the program prints, what it fetches, or how it ended. */
export type Told = Printed | { readonly asked: Asked } | { readonly ended: string }

/** A line of output. */
export interface Printed {
  readonly level: 'log' | 'error' | 'note'
  readonly text: string
}

/** How many lines the page takes in how many milliseconds; with more it would answer nobody. */
const [MOST_LINES, PERIOD] = [100, 100]

/** Tells the page each line at once, since a loop that never ends lets nothing wait; of too many, how many they were. */
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

function tell(told: Told): void {
  postMessage(told)
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
  tell({ ended: `${error === undefined ? 'Ended' : 'Failed'} after ${Math.round(performance.now() - began)} ms` })
})

addEventListener('unhandledrejection', ({ reason }) => print('error', ['Nobody handles', reason]))
addEventListener('error', (event) => {
  event.preventDefault()
  print('error', [event.error ?? event.message])
})

/** A value as a person reads it: an error with the line that it comes from, and what is long on several lines. */
function show(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return `${value.name}: ${value.message}${lineOf(value)}`
  const line = inspect(value)
  return line.length > 80 ? inspect(value, { indent: 2 }) : line
}

/** The program alone has the address of a blob, and its lines are those of its source. */
function lineOf({ stack = '' }: Error): string {
  const [, line] = /blob:\S+:(\d+):\d+/.exec(stack) ?? []
  return line === undefined ? '' : ` (program.ts:${line})`
}
