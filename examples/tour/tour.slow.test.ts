import { execFile } from 'node:child_process'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { TourPrinter } from './print-tour.ts'
import { steps } from './steps.ts'
import { type Step, type StepOutcome, type Tour, takeTour } from './tour.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

test('the tour with --once shows every step, forwards every webhook payload and exits with 0', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@wfhost/source', main, '--once'])
  expect(stdout).toContain(`${steps.length} of ${steps.length} as documented`)
  for (const step of steps) expect(stdout).toContain(step.title)
  expect(stdout).toMatch(/[1-9]\.\d MB in [1-9]\d* payloads/)
  expect(stdout).toContain('200 429 200')
})

test('the tour reports a step that is not as documented with its requirement, and continues', async () => {
  const lines: string[] = []
  const output = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) })
  const printer = new TourPrinter(output, { LANG: 'en_US.UTF-8' })
  const broken: Step = { title: 'A step', requirement: 'RUN-SYNC', run: () => Promise.reject(new Error('found 500')) }
  const fine: Step = { title: 'Another', requirement: 'RUN-OK', run: () => Promise.resolve('it works') }

  const outcomes: StepOutcome[] = []
  const onStep = (outcome: StepOutcome) => printer.printStep(outcomes.push(outcome), outcome)
  await takeTour([broken, fine], { tour: {} as Tour, seen: [], onStep })

  expect(outcomes.map(({ failed }) => failed)).toEqual([true, false])
  expect(lines.join('')).toMatch(/✕ .+A step[\s\S]+not as documented \(RUN-SYNC\): found 500[\s\S]+✓ .+Another.+it works/)
})
