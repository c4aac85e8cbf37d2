import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { steps } from './steps.ts'
import { type Step, type Tour, takeTour } from './tour.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

test('the tour with --once shows every step, forwards every webhook payload and exits with 0', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@wfhost/source', main, '--once'])
  expect(stdout).toContain(`All ${steps.length} steps were as documented.`)
  for (const step of steps) expect(stdout).toContain(step.title)
  expect(stdout).toMatch(/[1-9]\d* payloads of [1-9]\d* editions of GitHub, \d+ bytes, all byte-identical/)
  expect(stdout).toMatch(/published-run {2}429\n.*published-run {2}200/)
})

test('a step that is not as documented is counted and named, and the tour continues', async () => {
  const lines: string[] = []
  const broken: Step = { title: 'A step', requirement: 'RUN-SYNC', run: () => Promise.reject(new Error('found 500')) }
  const fine: Step = { title: 'Another', requirement: 'RUN-OK', run: () => Promise.resolve('it works') }
  const failures = await takeTour([broken, fine], { tour: {} as Tour, seen: [], print: (line) => lines.push(line) })
  expect(failures).toBe(1)
  expect(lines.join('\n')).toMatch(/NOT AS DOCUMENTED: found 500[\s\S]*ok: it works/)
})
