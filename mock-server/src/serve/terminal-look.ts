import { boxWidth, createMarks, createPaint, drawBox, type Paint as TextPaint } from '@wfhost/internal/terminal-text'

// Users choose the basic colours of their terminals, so they are legible on light and dark backgrounds.
const codes = { bold: 1, faint: 2, failed: 31, passed: 32, refused: 33, address: 36, key: 94 }

/** Adds a colour to a text that is printable already. */
export type Paint = TextPaint<keyof typeof codes>

/** Leaves texts without colours, as in a file. */
export const plainPaint: Paint = createPaint(codes, false)

/** The look of the text in a stream: colours on a terminal, and marks that the terminal can show. */
export interface TerminalLook {
  readonly paint: Paint
  readonly toMark: (text: string) => string
  /** The width of the terminal. Undefined for a file, a pipe, and a terminal without a size, such as one of a container. */
  readonly columns: number | undefined
}

/** Reads the look from a stream of this process. NO_COLOR removes the colours. */
export function readLook(stream: NodeJS.WriteStream): TerminalLook {
  const hasColours = stream.isTTY === true && stream.hasColors()
  const columns = stream.isTTY === true && stream.columns > 0 ? stream.columns : undefined
  return { paint: createPaint(codes, hasColours), toMark: createMarks(process.env), columns }
}

/** An address of a server, or another fact about it. */
export interface AddressRow {
  readonly label: string
  readonly value: string
  /** A remark about the address. Only a box shows it, and only if there is room. */
  readonly remark?: string
}

const LABEL_WIDTH = 9

/** Draws a box around the addresses of a server. Returns undefined without a terminal. */
export function drawAddressBox(rows: readonly AddressRow[], look: TerminalLook): string | undefined {
  const { columns, paint, toMark } = look
  if (columns === undefined) return undefined

  const valueWidth = Math.max(...rows.map(({ value }) => (isAddress(value) ? value.length : 0)))
  const lines = rows.map((row) => {
    const line = writeAddress(row, look)
    const { remark = '', value } = row
    const padding = ' '.repeat(Math.max(valueWidth - value.length, 0) + 2)
    const isFitting = LABEL_WIDTH + 2 + valueWidth + 2 + remark.length <= boxWidth(columns)
    return remark !== '' && isFitting ? `${line}${padding}${paint('faint', remark)}` : line
  })
  return toMark(drawBox(lines, { columns, paint: (text) => paint('passed', text) }))
}

/** Writes an address on a line of its own. */
export function writeAddress({ label, value }: AddressRow, { paint }: TerminalLook): string {
  const text = isAddress(value) ? paint('address', value) : value
  return `${paint('faint', label.padEnd(LABEL_WIDTH))}  ${text}`
}

function isAddress(value: string): boolean {
  return /^https?:/.test(value)
}

/** Writes a line across the terminal, with a title at its beginning and a remark near its end. */
export function writeRule(
  title: string,
  remark: string,
  { columns, paint, toMark }: TerminalLook & { readonly columns: number },
) {
  const rest = boxWidth(columns) + 4 - title.length - remark.length - 11
  return paint('faint', toMark(` ── ${title} ${'─'.repeat(Math.max(rest, 2))} ${remark} ────`))
}

/** Writes the first line of a server: its version, and the seconds since the process began. */
export function writeTitle(version: string, { paint, toMark }: TerminalLook): string {
  const name = `${paint('bold', 'wfhost')}${paint('faint', '/mock')}`
  const seconds = (performance.now() / 1000).toFixed(1)
  return `${name} ${version}  ${paint('passed', toMark('✓'))} ready in ${seconds} s`
}
