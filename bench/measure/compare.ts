import type { Series, Table } from '../scenario.ts'
import { show } from './to-series.ts'

/** The series of one subject as a table: the median, its spread, and the ratio to the first side. */
export function toTable(title: string, series: readonly Series[]): Table {
  const rows = series.map(({ max, median, min, side, subject, unit }) => {
    const [first] = series.filter((other) => other.subject === subject && other.unit === unit)
    return [
      subject,
      side,
      `${show(median)} ${unit}`,
      `${show(min)} to ${show(max)}`,
      `${show(median / (first?.median ?? Number.NaN))} x`,
    ]
  })
  return { title, rows: [['', '', 'median', 'spread', 'to the first'], ...rows] }
}

/** The median of a side. */
export function medianOf(series: readonly Series[], { side, subject }: Pick<Series, 'side' | 'subject'>): number {
  return series.find((one) => one.side === side && one.subject === subject)?.median ?? Number.NaN
}
