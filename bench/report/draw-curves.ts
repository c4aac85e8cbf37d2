import { median } from '../measure/to-series.ts'

/** What a request costs, by the size of something. */
export interface Curve {
  readonly name: string
  readonly points: readonly { readonly size: number; readonly values: readonly number[] }[]
}

const width = 760
const height = 460
const margin = { left: 70, right: 250, top: 30, bottom: 50 }
const colors = ['#2563eb', '#059669', '#d97706', '#7c3aed', '#dc2626', '#0891b2']

/** Draws curves over two logarithmic axes. */
export function drawCurves(curves: readonly Curve[]): string {
  const points = curves.flatMap((curve) => curve.points.map(({ size, values }) => ({ size, cost: median(values) })))
  const x = axis(
    points.map(({ size }) => size),
    { from: margin.left, to: width - margin.right },
  )
  const y = axis(
    points.map(({ cost }) => cost),
    { from: height - margin.bottom, to: margin.top },
  )
  const text = (at: readonly [number, number], content: string) => `<text x="${at[0]}" y="${at[1]}">${content}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#374151">`,
    '<title>Microseconds per request in process, by size</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...x.ticks.map(
      (tick) =>
        `<path d="M${x.at(tick)} ${margin.top}V${height - margin.bottom}" stroke="#e5e7eb"/>${text([x.at(tick) - 10, height - margin.bottom + 18], power(tick))}`,
    ),
    ...y.ticks.map(
      (tick) =>
        `<path d="M${margin.left} ${y.at(tick)}H${width - margin.right}" stroke="#e5e7eb"/>${text([margin.left - 46, y.at(tick) + 4], power(tick))}`,
    ),
    text([margin.left, 18], 'Microseconds per request in process, by size'),
    text([(width - margin.right) / 2, height - 12], 'size'),
    ...curves.flatMap((curve, index) => {
      const color = colors[index % colors.length]
      const places = curve.points.map(({ size, values }) => [round(x.at(size)), round(y.at(median(values)))] as const)
      return [
        `<polyline points="${places.map((place) => place.join(',')).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`),
        `<rect x="${width - margin.right + 16}" y="${margin.top + index * 22}" width="12" height="12" fill="${color}"/>`,
        text([width - margin.right + 34, margin.top + 11 + index * 22], curve.name),
      ]
    }),
    '</svg>',
    '',
  ].join('\n')
}

interface Axis {
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
}

function axis(values: readonly number[], { from, to }: { readonly from: number; readonly to: number }): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.ceil(Math.log10(Math.max(...values)))
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return { ticks, at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from) }
}

function power(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact' })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
