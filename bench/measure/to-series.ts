import type { Series } from '../scenario.ts'

/** The middle of what was measured. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

/** The rounds of one side with their median and spread. */
export function toSeries(of: Pick<Series, 'subject' | 'side' | 'unit' | 'values'>): Series {
  const values = of.values.map((value) => Number(value.toPrecision(5)))
  return { ...of, values, median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/** A number as a table shows it: three digits that count. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}
