import { expect, test } from 'vitest'
import { createLogger } from './log.ts'

const name = 'a\u202eb\u061cc\u200e'

test.each(['text', 'json'] as const)('a log in %s has the names of runs and steps escaped', async (format) => {
  const lines: string[] = []
  const log = createLogger({ format, verbose: true, write: (line) => lines.push(line), now: () => new Date(0) })
  const run = { runId: 'run_1', flowId: name, mode: 'async', status: 'failed', startedAt: 0, endedAt: 1 } as const
  const error = { name, value: name, traceback: '' }
  log.logRun({ ...run, result: { status: 'failed', error, stepOutputs: {} } })
  log.logRefusal({ status: 400, method: 'GET', path: `/${name}`, reason: name })
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).not.toMatch(/\p{Bidi_Control}/u)
    expect(line).toContain('a\\u202eb\\u061cc\\u200e')
  }
})
