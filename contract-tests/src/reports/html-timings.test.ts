import { expect, test } from 'vitest'
import { createSampleReport } from '../../test/reports/sample-report.ts'
import type { CheckResult } from '../engine/conformance-report.ts'
import { renderTimings } from './html-timings.ts'

const [atLeast, atMost] = createSampleReport().checks.filter(({ measurements }) => measurements !== undefined)

test('a limit is a region from 0, and the measured time is a bar in the colour of the verdict', () => {
  const html = htmlOf(atMost)
  expect(html).toContain('<rect class="required" x="0.0" y="0" width="252.0" height="32"/>')
  expect(html).toContain('<rect class="refused" x="0" y="10" width="857.3" height="12"/>')
  expect(html).toContain('<line x1="900.0" y1="0" x2="900.0" y2="32"/>')
})

test('a shortest time is a region to the end of the scale', () => {
  expect(htmlOf(atLeast)).toMatch(/<rect class="required" x="895\.5" y="0" width="104\.5" height="32"\/>/)
})

test('the label of a plot has all of its times, for readers who cannot see it', () => {
  expect(htmlOf(atMost)).toContain(
    'aria-label="the fastest async start of 3: 381 ms; accepted: at most 112 ms; a quick run: 12 ms; the slow workflow: 400 ms"',
  )
  expect(htmlOf(atLeast)).toContain('12.1 s; accepted: at least 12.0 s; the window ')
})

test('a check that judged no time has no plot', () => {
  expect(createSampleReport().checks.slice(1, 4).map(renderTimings)).toEqual(['', '', ''])
})

function htmlOf(check: CheckResult | undefined): string {
  if (check === undefined) throw new Error('Cannot find a check with a measurement')
  return renderTimings(check)
}
