import type { TokenName } from '@wfhost/internal/design-tokens'

/** The places of a text in the picture, in pixels. A character of a monospaced font has 0.6 times its height as its width. */
const FONT_SIZE = 13
const CHARACTER = FONT_SIZE * 0.6
const LINE = 20
const MARGIN = 24
const TITLE_BAR = 36

const FONT = 'ui-monospace, SF Mono, Menlo, Cascadia Mono, Consolas, DejaVu Sans Mono, Liberation Mono, monospace'

/** The codes that set a colour of a terminal, as a token. https://en.wikipedia.org/wiki/ANSI_escape_code#SGR */
const COLOUR_CODES: Readonly<Record<number, TokenName>> = { 31: 'failed', 32: 'passed', 33: 'refused', 36: 'accent', 39: 'ink' }

/** A part of a line with one style. */
interface Span {
  readonly text: string
  readonly colour: TokenName
  readonly isBold: boolean
}

export interface Screen {
  /** The typed command. */
  readonly command: string
  /** The printed text, with the codes for colours. */
  readonly output: string
  /** The width of the terminal, in characters. */
  readonly columns: number
}

/** Draws a terminal as SVG. Its colours are names of tokens, such as `token:ink`. */
export function drawTerminal({ columns, command, output }: Screen): string {
  const prompt: Span[] = [
    { text: '$ ', colour: 'ink-3', isBold: false },
    { text: command, colour: 'ink', isBold: true },
  ]
  const lines = [prompt, ...output.trimEnd().split('\n').map(readSpans)]
  const width = columns * CHARACTER + 2 * MARGIN
  const height = TITLE_BAR + lines.length * LINE + 2 * MARGIN

  const texts = lines.flatMap((spans, index) => drawLine(spans, TITLE_BAR + MARGIN + index * LINE + FONT_SIZE))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `  <title>${toXml(command)} in a terminal</title>`,
    `  <rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="token:surface" stroke="token:line"/>`,
    `  <path d="M1 ${TITLE_BAR}h${width - 2}" stroke="token:line"/>`,
    `  <g font-family="${FONT}" font-size="${FONT_SIZE}">`,
    `    <text x="${MARGIN}" y="${TITLE_BAR / 2 + 4}" fill="token:ink-3">${toXml(command)}</text>`,
    ...texts,
    '  </g>',
    '</svg>',
    '',
  ].join('\n')
}

/** Draws the words of each span at the place of their first character, so that columns stay aligned in every font. */
function drawLine(spans: readonly Span[], y: number): string[] {
  const texts: string[] = []
  let column = 0
  for (const { colour, isBold, text } of spans) {
    const weight = isBold ? ' font-weight="600"' : ''
    // A picture shows several spaces as one, so they separate texts.
    for (const { 0: words, index } of text.matchAll(/\S+(?: \S+)*/g)) {
      const x = (MARGIN + (column + index) * CHARACTER).toFixed(1)
      texts.push(`    <text x="${x}" y="${y}" fill="token:${colour}"${weight}>${toXml(words)}</text>`)
    }
    column += text.length
  }
  return texts
}

/** Reads a line with codes for colours, bold and dim texts. */
function readSpans(line: string): Span[] {
  const spans: Span[] = []
  let colour: TokenName = 'ink'
  let isBold = false
  // A text, then the code that follows it, then the next text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of a terminal begin with this character
  for (const [index, part] of line.split(/\u001b\[(\d+)m/).entries()) {
    const isText = index % 2 === 0
    if (isText) {
      if (part !== '') spans.push({ text: part, colour, isBold })
      continue
    }

    const code = Number(part)
    if (code === 1) isBold = true
    if (code === 2) colour = 'ink-3'
    if (code === 22) {
      isBold = false
      colour = 'ink'
    }
    colour = COLOUR_CODES[code] ?? colour
  }
  return spans
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
