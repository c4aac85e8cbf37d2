import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { foldRepeats } from './fold-repeats.ts'
import { createLogger } from './log.ts'
import { plainPaint } from './terminal-look.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Returns a log that folds repeats, with the lines that it wrote. */
function openLog() {
  const lines: string[] = []
  const write = foldRepeats({ write: (line) => lines.push(line), paint: plainPaint, everyMs: 1000 })
  let seconds = 0
  const log = createLogger({ format: 'text', verbose: true, write, now: () => new Date(2026, 0, 2, 3, 4, seconds++) })
  const refuse = (path: string, durationMs: number) =>
    log.logRefusal({ status: 413, method: 'POST', path, reason: 'The body is too large', durationMs })
  return { lines, refuse }
}

test('writes the first of many equal requests immediately, and the others as one line with their number', () => {
  const { lines, refuse } = openLog()
  refuse('/a', 1)
  expect(lines).toEqual(['03:04:00 413 POST /a in 1 ms: The body is too large'])

  for (const durationMs of [2, 3, 4]) refuse('/a', durationMs)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(1000)
  expect(lines.slice(1)).toEqual(['03:04:03 413 POST /a in 4 ms: The body is too large ×3'])
})

test('writes the repeats before a different request, and a single repeat without a number', () => {
  const { lines, refuse } = openLog()
  for (const path of ['/a', '/a', '/b']) refuse(path, 1)
  expect(lines.map((line) => line.slice(9))).toEqual(
    ['/a', '/a', '/b'].map((path) => `413 POST ${path} in 1 ms: The body is too large`),
  )
})
