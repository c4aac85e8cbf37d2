import type { CheckResult } from '../engine/conformance-report.ts'
import type { Measurement } from '../target/target.ts'
import { escapeText } from './report-text.ts'

/** The size of a plot, in units of its SVG. The page stretches it to the width of its text. */
const WIDTH = 1000
const HEIGHT = 32

/** Shows each time that a check judged: a bar on a scale, the times that the check accepts, and times to compare with. */
export function htmlTimings({ measurements = [], verdict }: CheckResult): string {
  return measurements.map((measurement) => htmlTiming(measurement, verdict)).join('\n')
}

/** Without scripts and styles, the legend has everything that the plot shows. */
function htmlTiming(measurement: Measurement, verdict: CheckResult['verdict']): string {
  const { comparedWith, measuredMs, title } = measurement
  const toX = createScale(measurement)
  const required = describeRequired(measurement)

  const lines = comparedWith.map(({ durationMs }) => {
    const x = toX(durationMs)
    return `<line x1="${x}" y1="0" x2="${x}" y2="${HEIGHT}"/>`
  })
  const compared = comparedWith.map(({ durationMs, name }) => `${name}: ${formatDuration(durationMs)}`)
  const items = [
    `<li>${htmlKey('<rect class="required" width="14" height="14"/>')}${required}</li>`,
    ...compared.map((text) => `<li>${htmlKey('<line x1="7" y1="0" x2="7" y2="14"/>')}${escapeText(text)}</li>`),
  ]
  const label = [`${title}: ${formatDuration(measuredMs)}`, required, ...compared].join('; ')

  return `<figure class="timing"><figcaption>${escapeText(title)}: <strong class="${verdict}">${formatDuration(measuredMs)}</strong></figcaption>
<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeText(label)}">
${htmlRequired(measurement, toX)}<rect class="${verdict}" x="0" y="10" width="${toX(measuredMs)}" height="12"/>${lines.join('')}</svg>
<ul class="legend">${items.join('')}</ul></figure>`
}

/** The rectangle of the times that the check accepts. */
function htmlRequired({ atLeastMs = 0, atMostMs }: Measurement, toX: (durationMs: number) => string): string {
  const from = toX(atLeastMs)
  const to = atMostMs === undefined ? String(WIDTH) : toX(atMostMs)
  return `<rect class="required" x="${from}" y="0" width="${(Number(to) - Number(from)).toFixed(1)}" height="${HEIGHT}"/>`
}

/** The part of the width that the longest time takes. The rest shows that the scale continues. */
const LONGEST_SHARE = 0.9

/** Creates the function that places a time on the scale, which begins at 0. */
function createScale(measurement: Measurement): (durationMs: number) => string {
  const { atLeastMs = 0, atMostMs = 0, comparedWith, measuredMs } = measurement
  const longestMs = Math.max(1, measuredMs, atLeastMs, atMostMs, ...comparedWith.map(({ durationMs }) => durationMs))
  return (durationMs) => (((Math.max(0, durationMs) * LONGEST_SHARE) / longestMs) * WIDTH).toFixed(1)
}

function describeRequired({ atLeastMs, atMostMs }: Measurement): string {
  const limits: string[] = []
  if (atLeastMs !== undefined) limits.push(`at least ${formatDuration(atLeastMs)}`)
  if (atMostMs !== undefined) limits.push(`at most ${formatDuration(atMostMs)}`)
  return `accepted: ${limits.join(' and ')}`
}

/** Shows seconds from 10 s on, because milliseconds are hard to compare then. */
function formatDuration(durationMs: number): string {
  return durationMs < 10_000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`
}

function htmlKey(shape: string): string {
  return `<svg class="key" viewBox="0 0 14 14" aria-hidden="true">${shape}</svg>`
}
