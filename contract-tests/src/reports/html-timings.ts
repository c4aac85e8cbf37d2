import type { CheckResult } from '../engine/conformance-report.ts'
import type { Measurement } from '../target/target.ts'
import { escapeText, statusClasses } from './report-text.ts'

/** The size of a plot, in units of its SVG. The page stretches it to the width of its text. */
const WIDTH = 1000
const HEIGHT = 32

/** The bar of the measured time is in the middle of the plot. */
const BAR_HEIGHT = 12
const BAR_TOP = (HEIGHT - BAR_HEIGHT) / 2

/** The size of the square in front of an entry of the legend. */
const KEY_SIZE = 14

/** Shows each time that a check judged: a bar on a scale, the times that the check accepts, and times to compare with. */
export function renderTimings({ measurements = [], verdict }: CheckResult): string {
  return measurements.map((measurement) => renderTiming(measurement, verdict)).join('\n')
}

/**
 * Shows one measured time as a figure: a title, a plot, and a legend. The title and the legend repeat in text what the plot
 * shows, for readers without styles.
 */
function renderTiming(measurement: Measurement, verdict: CheckResult['verdict']): string {
  const { measuredMs, title } = measurement
  const caption = `${escapeText(title)}: <strong class="words ${statusClasses[verdict]}">${formatDuration(measuredMs)}</strong>`

  return `<figure class="timing"><figcaption>${caption}</figcaption>
${drawPlot(measurement, verdict)}
${renderLegend(measurement)}</figure>`
}

/** Draws the measured time as a bar over the range that the check accepts, and the compared times as lines. */
function drawPlot(measurement: Measurement, verdict: CheckResult['verdict']): string {
  const { comparedWith, measuredMs } = measurement
  const scaleToX = createScale(measurement)

  const range = drawAcceptedRange(measurement, scaleToX)
  const bar = `<rect class="${statusClasses[verdict]}" x="0" y="${BAR_TOP}" width="${scaleToX(measuredMs)}" height="${BAR_HEIGHT}"/>`
  const lines = comparedWith.map(({ durationMs }) => drawLine(scaleToX(durationMs)))

  const label = escapeText(describePlot(measurement))
  return `<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">
${range}${bar}${lines.join('')}</svg>`
}

function drawLine(x: string): string {
  return `<line x1="${x}" y1="0" x2="${x}" y2="${HEIGHT}"/>`
}

/** Describes in text what a plot shows. */
function describePlot(measurement: Measurement): string {
  const measuredTime = `${measurement.title}: ${formatDuration(measurement.measuredMs)}`
  return [measuredTime, describeAcceptedRange(measurement), ...describeComparedTimes(measurement)].join('; ')
}

function renderLegend(measurement: Measurement): string {
  const middle = KEY_SIZE / 2
  const rangeKey = renderLegendKey(`<rect class="required" width="${KEY_SIZE}" height="${KEY_SIZE}"/>`)
  const lineKey = renderLegendKey(`<line x1="${middle}" y1="0" x2="${middle}" y2="${KEY_SIZE}"/>`)

  const requiredItem = `<li>${rangeKey}${describeAcceptedRange(measurement)}</li>`
  const comparedItems = describeComparedTimes(measurement).map((text) => `<li>${lineKey}${escapeText(text)}</li>`)
  return `<ul class="legend">${[requiredItem, ...comparedItems].join('')}</ul>`
}

/** Describes the times to compare with, such as `a quick run: 12 ms`. */
function describeComparedTimes({ comparedWith }: Measurement): string[] {
  return comparedWith.map(({ durationMs, name }) => `${name}: ${formatDuration(durationMs)}`)
}

/** Draws the rectangle of the times that the check accepts. */
function drawAcceptedRange({ atLeastMs = 0, atMostMs }: Measurement, scaleToX: (durationMs: number) => string): string {
  const from = scaleToX(atLeastMs)
  const to = atMostMs === undefined ? String(WIDTH) : scaleToX(atMostMs)
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

function describeAcceptedRange({ atLeastMs, atMostMs }: Measurement): string {
  const limits: string[] = []
  if (atLeastMs !== undefined) limits.push(`at least ${formatDuration(atLeastMs)}`)
  if (atMostMs !== undefined) limits.push(`at most ${formatDuration(atMostMs)}`)
  return `accepted: ${limits.join(' and ')}`
}

/** Shows seconds from 10 s on, because milliseconds are hard to compare then. */
function formatDuration(durationMs: number): string {
  return durationMs < 10_000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`
}

function renderLegendKey(shape: string): string {
  return `<svg class="key" viewBox="0 0 ${KEY_SIZE} ${KEY_SIZE}" aria-hidden="true">${shape}</svg>`
}
