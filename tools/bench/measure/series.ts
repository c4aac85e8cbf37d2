import type { Series, Table } from '../scenario.ts'

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns the value below which a part of all values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

export function toSeries(of: Pick<Series, 'subject' | 'side' | 'unit' | 'values'>): Series {
  const values = of.values.map((value) => Number(value.toPrecision(5)))
  return { ...of, values, median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

/** Formats a number for a table, with three significant digits. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

/** Writes the series of one subject as a table: the median, its spread, and the ratio to the first side. */
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

export function medianOf(series: readonly Series[], { side, subject }: Pick<Series, 'side' | 'subject'>): number {
  return series.find((one) => one.side === side && one.subject === subject)?.median ?? Number.NaN
}

/** Microseconds per call, for calls made one after another. */
export async function timePerCall(calls: number, call: () => unknown): Promise<number> {
  const began = performance.now()
  for (let index = 0; index < calls; index += 1) await call()
  return ((performance.now() - began) * 1000) / calls
}

/** One of the sides that take turns. */
export interface Turn {
  readonly side: string
  readonly call: () => unknown
}

/** Runs the sides in turn, round by round, and returns the time per call of each. The first round is not counted. */
export async function takeTurns(
  turns: readonly Turn[],
  { calls, rounds }: { readonly calls: number; readonly rounds: number },
): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>(turns.map(({ side }) => [side, []]))
  for (let round = -1; round < rounds; round += 1) {
    // The first side changes each round, so that no side always pays for the leftovers of another.
    const first = Math.max(round, 0) % turns.length
    for (const { call, side } of [...turns.slice(first), ...turns.slice(0, first)]) {
      const time = await timePerCall(calls, call)
      if (round >= 0) times.get(side)?.push(time)
    }
  }
  return times
}
