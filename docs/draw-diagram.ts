import { isTokenName, readToken, type TokenName } from '@wfhost/internal/design-tokens'

/** How a box looks: the normal kind, a good or a bad end, or a thing that is only mentioned. */
type Tone = 'plain' | 'good' | 'warning' | 'bad' | 'outside'

interface Box {
  readonly title: string
  readonly text?: string
  readonly tone?: Tone
}

/** A diagram of columns with boxes. Each arrow goes from one box to another, as `column.row`, counted from 0. */
export interface Diagram {
  /** The content in words, for readers who do not see the picture. */
  readonly description: string
  readonly columns: readonly { readonly heading: string; readonly boxes: readonly Box[] }[]
  readonly arrows: readonly (readonly [from: string, to: string])[]
}

const FILLS: Readonly<Record<Tone, readonly [fill: TokenName, stroke: TokenName]>> = {
  plain: ['soft', 'accent'],
  good: ['passed-tint', 'passed'],
  warning: ['refused-tint', 'refused'],
  bad: ['failed-tint', 'failed'],
  outside: ['bg', 'field'],
}

const FONT = '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Noto Sans, Liberation Sans, Arial, sans-serif'

const PADDING = 20
const COLUMN_GAP = 56
const BOX_HEIGHT = 58
const BOX_PADDING = 14
const ROW_HEIGHT = 76
const HEADING_HEIGHT = 56

// An image cannot measure its texts, so these are the average widths of a character of each size in the widest font.
const TITLE_CHARACTER = 8.4
const TEXT_CHARACTER = 6.9

/** The horizontal place of a column. */
interface ColumnPlace {
  readonly x: number
  readonly width: number
}

/** Draws a diagram as SVG. Its colours are names of tokens, such as `token:ink`. */
export function drawDiagram({ arrows, columns, description }: Diagram): string {
  const rows = Math.max(...columns.map(({ boxes }) => boxes.length))
  const height = HEADING_HEIGHT + rows * ROW_HEIGHT + PADDING / 2
  const columnPlaces = placeColumns(columns)
  const lastColumn = columnPlaces.at(-1)
  const width = (lastColumn?.x ?? 0) + (lastColumn?.width ?? 0) + PADDING

  function placeOf(column: number, row: number): Place {
    const count = columns[column]?.boxes.length ?? 0
    const offset = ((rows - count) * ROW_HEIGHT) / 2
    const { x, width } = columnPlaces[column] ?? { x: 0, width: 0 }
    return { x, width, y: HEADING_HEIGHT + offset + row * ROW_HEIGHT }
  }

  /** Returns the place of a box from its name in an arrow, such as `1.0`. */
  function placeOfBox(name: string): Place {
    const [column = 0, row = 0] = name.split('.').map(Number)
    return placeOf(column, row)
  }

  function drawArrow([from, to]: readonly [string, string]): string {
    const start = placeOfBox(from)
    const end = placeOfBox(to)

    const x1 = start.x + start.width
    const y1 = start.y + BOX_HEIGHT / 2
    const x2 = end.x - 3
    const y2 = end.y + BOX_HEIGHT / 2
    const middle = (x1 + x2) / 2
    return `    <path d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}m-8-5 8 5-8 5"/>`
  }

  const headings = columns.map(({ heading }, column) => {
    const { x } = placeOf(column, 0)
    return `    <text x="${x}" y="34">${escapeText(heading)}</text>`
  })
  const boxes = columns.flatMap(({ boxes: inColumn }, column) => inColumn.map((box, row) => drawBox(box, placeOf(column, row))))

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="${FONT}">
  <title id="title">${escapeText(description)}</title>
  <rect width="${width}" height="${height}" rx="10" fill="token:surface" stroke="token:line"/>
  <g fill="token:ink-2" font-size="14">
${headings.join('\n')}
  </g>
  <g fill="none" stroke="token:accent" stroke-width="1.8">
${arrows.map(drawArrow).join('\n')}
  </g>
${boxes.join('\n')}
</svg>
`
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

/** Places the columns side by side. Each column is as wide as its longest text. */
function placeColumns(columns: Diagram['columns']): readonly ColumnPlace[] {
  const places: ColumnPlace[] = []
  let x = PADDING

  for (const { boxes, heading } of columns) {
    const titles = boxes.map(({ title }) => title.length * TITLE_CHARACTER)
    const texts = boxes.map(({ text = '' }) => text.length * TEXT_CHARACTER)
    const width = Math.ceil(Math.max(...titles, ...texts) + 2 * BOX_PADDING)
    places.push({ x, width })

    x += Math.max(width, Math.ceil(heading.length * TEXT_CHARACTER)) + COLUMN_GAP
  }
  return places
}

function drawBox({ text, title, tone = 'plain' }: Box, { width, x, y }: Place): string {
  const [fill, stroke] = FILLS[tone]
  const dashes = tone === 'outside' ? ' stroke-dasharray="5 4"' : ''
  const titleY = text === undefined ? y + BOX_HEIGHT / 2 + 5 : y + 25
  const lines = [
    `  <rect x="${x}" y="${y}" width="${width}" height="${BOX_HEIGHT}" rx="8" fill="token:${fill}" stroke="token:${stroke}"${dashes}/>`,
    `  <text x="${x + BOX_PADDING}" y="${titleY}" fill="token:ink" font-size="15" font-weight="600">${escapeText(title)}</text>`,
  ]
  if (text !== undefined)
    lines.push(`  <text x="${x + BOX_PADDING}" y="${y + 45}" fill="token:ink-2" font-size="13">${escapeText(text)}</text>`)
  return lines.join('\n')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/**
 * Replaces the names of tokens in an SVG by their colours on light or on dark pages. An SVG that a page shows as an image cannot
 * read the colours of the page.
 */
export function fillInColours(svg: string, scheme: 'light' | 'dark'): string {
  return svg.replaceAll(/token:([\w-]+)/g, (_, name: string) => {
    if (!isTokenName(name)) throw new Error(`Cannot draw a diagram: there is no token ${name}`)
    return readToken(name, scheme)
  })
}
