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

/** The diagrams of the pages, by the name of their file. */
export const diagrams: Readonly<Record<string, Diagram>> = {
  'at-most-once': {
    description:
      'The client sends a run again after a failed connection, a 429 and a 401 with a new key. After another refusal it reports that nothing ran. After every other failure it reports that the run may have happened.',
    columns: [
      { heading: 'Your call', boxes: [{ title: 'client.run()', text: 'sends one request' }] },
      {
        heading: 'What the client sees',
        boxes: [
          { title: 'A complete response', text: 'success, or a failed run' },
          { title: 'No connection', text: 'nothing was sent' },
          { title: '429, or 401 with a new key', text: 'the service did not run it' },
          { title: 'Another refusal', text: '400, 403, 404, …' },
          { title: 'Anything else', text: 'timeout, reset, 502, …', tone: 'outside' },
        ],
      },
      {
        heading: 'What it does',
        boxes: [
          { title: 'Returns the run', tone: 'good' },
          { title: 'Sends it again', text: 'after Retry-After, or a pause', tone: 'warning' },
          { title: 'Throws an error', text: 'mayHaveRun: false', tone: 'bad' },
          { title: 'Throws an error', text: 'mayHaveRun: true', tone: 'bad' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.0', '1.1'],
      ['0.0', '1.2'],
      ['0.0', '1.3'],
      ['0.0', '1.4'],
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['1.2', '2.1'],
      ['1.3', '2.2'],
      ['1.4', '2.3'],
    ],
  },
  'life-of-a-run': {
    description:
      'A run starts in mode sync or async. A sync request waits for the end. An async request gets a run ID immediately. A run ends with success or as failed.',
    columns: [
      {
        heading: 'Request',
        boxes: [
          { title: 'mode: sync', text: 'client.run()' },
          { title: 'mode: async', text: 'client.start()' },
        ],
      },
      {
        heading: 'Immediately',
        boxes: [
          { title: 'No response yet', text: 'the request waits', tone: 'outside' },
          { title: 'A run ID', text: 'the run continues' },
        ],
      },
      { heading: 'In the service', boxes: [{ title: 'The run', text: 'executes its steps' }] },
      {
        heading: 'At the end',
        boxes: [
          { title: 'success', text: 'a result, and step outputs', tone: 'good' },
          { title: 'failed', text: 'an error with a traceback', tone: 'bad' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ['1.0', '2.0'],
      ['1.1', '2.0'],
      ['2.0', '3.0'],
      ['2.0', '3.1'],
    ],
  },
  world: {
    description: 'Each test has a world of its own, with workflows, keys, tool sets, a journal, faults and a clock.',
    columns: [
      {
        heading: 'Tests',
        boxes: [{ title: 'Test A' }, { title: 'Test B' }],
      },
      {
        heading: 'Worlds',
        boxes: [
          { title: 'World A', text: 'isolated from all others' },
          { title: 'World B', text: 'isolated from all others' },
        ],
      },
      {
        heading: 'Each world has',
        boxes: [
          { title: 'Workflows and keys', text: 'in workspaces' },
          { title: 'Tool sets and credits', text: 'in organizations' },
          { title: 'A journal of requests', text: 'and the reason of each refusal' },
          { title: 'A clock and faults', text: 'which the test controls' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ...['1.0', '1.1'].flatMap((from) => ['2.0', '2.1', '2.2', '2.3'].map((to) => [from, to] as const)),
    ],
  },
  environments: {
    description:
      'A tool set has versions. An environment profile publishes one version. A tool-hosting key belongs to one environment profile and sees only its version.',
    columns: [
      {
        heading: 'Tool set invoices',
        boxes: [
          { title: 'version 1.0.0' },
          { title: 'version 1.1.0' },
          { title: 'version 2.0.0', text: 'not published', tone: 'outside' },
        ],
      },
      {
        heading: 'Environment profiles',
        boxes: [
          { title: 'default', text: 'publishes 1.0.0' },
          { title: 'staging', text: 'publishes 1.1.0' },
        ],
      },
      {
        heading: 'Tool-hosting keys',
        boxes: [{ title: 'key of default' }, { title: 'key of staging' }],
      },
      {
        heading: 'Manifest',
        boxes: [
          { title: 'invoices 1.0.0', tone: 'good' },
          { title: 'invoices 1.1.0', tone: 'good' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['2.0', '3.0'],
      ['2.1', '3.1'],
    ],
  },
  check: {
    description:
      'A check sends a precondition that must succeed, and then the request under test. If the precondition fails, the check is blocked. Otherwise it passes, warns or fails.',
    columns: [
      {
        heading: 'You declare',
        boxes: [
          { title: 'A fixture', text: 'a workflow and its key' },
          { title: 'A permission', text: 'allow: [runs]' },
        ],
      },
      {
        heading: 'The check sends',
        boxes: [
          { title: 'A precondition', text: 'must succeed first' },
          { title: 'The request under test', text: 'such as a wrong key' },
        ],
      },
      {
        heading: 'The result',
        boxes: [
          { title: 'blocked', text: 'nothing can be judged', tone: 'outside' },
          { title: 'passed', text: 'as the document requires', tone: 'good' },
          { title: 'warned', text: 'unusual, but not forbidden', tone: 'warning' },
          { title: 'failed', text: 'with the cause and a command', tone: 'bad' },
        ],
      },
    ],
    arrows: [
      ['0.0', '1.0'],
      ['0.1', '1.1'],
      ['1.0', '2.0'],
      ['1.1', '2.1'],
      ['1.1', '2.2'],
      ['1.1', '2.3'],
    ],
  },
}

const FILLS: Readonly<Record<Tone, readonly [fill: string, stroke: string]>> = {
  plain: ['#E0F0F4', '#0A647B'],
  good: ['#E1F3E8', '#146B3E'],
  warning: ['#FBEFD9', '#7F4C00'],
  bad: ['#FCE8E6', '#B0241D'],
  outside: ['#F6F8F8', '#7C8E95'],
}

const FONT = '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Noto Sans, Liberation Sans, Arial, sans-serif'

const WIDTH = 1000
const PADDING = 30
const BOX_HEIGHT = 58
const ROW_HEIGHT = 76
const HEADING_HEIGHT = 56

/** Draws a diagram as SVG. The colours have enough contrast on the white background, which dark pages keep. */
export function drawDiagram({ arrows, columns, description }: Diagram): string {
  const rows = Math.max(...columns.map(({ boxes }) => boxes.length))
  const height = HEADING_HEIGHT + rows * ROW_HEIGHT + PADDING / 2
  const columnWidth = (WIDTH - 2 * PADDING) / columns.length
  const boxWidth = Math.min(250, columnWidth - 56)

  function placeOf(column: number, row: number): { readonly x: number; readonly y: number } {
    const count = columns[column]?.boxes.length ?? 0
    const offset = ((rows - count) * ROW_HEIGHT) / 2
    return { x: PADDING + column * columnWidth + (columnWidth - boxWidth) / 2, y: HEADING_HEIGHT + offset + row * ROW_HEIGHT }
  }

  function drawArrow([from, to]: readonly [string, string]): string {
    const [start, end] = [from, to].map((place) => {
      const [column = 0, row = 0] = place.split('.').map(Number)
      return placeOf(column, row)
    }) as [{ x: number; y: number }, { x: number; y: number }]
    const x1 = start.x + boxWidth
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
  const boxes = columns.flatMap(({ boxes: inColumn }, column) =>
    inColumn.map((box, row) => drawBox(box, { ...placeOf(column, row), width: boxWidth })),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title" font-family="${FONT}">
  <title id="title">${escapeText(description)}</title>
  <rect width="${WIDTH}" height="${height}" rx="10" fill="#FFFFFF" stroke="#DCE3E5"/>
  <g fill="#43545B" font-size="14">
${headings.join('\n')}
  </g>
  <g fill="none" stroke="#0A647B" stroke-width="1.8">
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

function drawBox({ text, title, tone = 'plain' }: Box, { width, x, y }: Place): string {
  const [fill, stroke] = FILLS[tone]
  const dashes = tone === 'outside' ? ' stroke-dasharray="5 4"' : ''
  const titleY = text === undefined ? y + BOX_HEIGHT / 2 + 5 : y + 25
  const lines = [
    `  <rect x="${x}" y="${y}" width="${width}" height="${BOX_HEIGHT}" rx="8" fill="${fill}" stroke="${stroke}"${dashes}/>`,
    `  <text x="${x + 14}" y="${titleY}" fill="#0F1E24" font-size="15" font-weight="600">${escapeText(title)}</text>`,
  ]
  if (text !== undefined)
    lines.push(`  <text x="${x + 14}" y="${y + 45}" fill="#43545B" font-size="13">${escapeText(text)}</text>`)
  return lines.join('\n')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
