import isUnicodeSupported from 'is-unicode-supported'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns whether the terminal of a command shows marks such as `✓`. A locale that names no charset, such as `C`, cannot. Without
 * a locale, as in most containers, the terminal decides.
 */
export function canShowUnicode(environment: Environment): boolean {
  const { LANG, LC_ALL, LC_CTYPE, TERM } = environment
  if (TERM === 'linux' || TERM === 'dumb') return false

  // The first variable that is not empty decides (POSIX, section 8.2).
  const locale = LC_ALL || LC_CTYPE || LANG
  const isOtherCharset = locale !== undefined && locale !== '' && !/utf-?8/i.test(locale)
  return !isOtherCharset && isUnicodeSupported()
}

/** The text for each mark of the commands. Marks inside of a table have one column, as in Unicode, except `ok`. */
const asciiByMark: Readonly<Record<string, string>> = {
  '✓': 'ok',
  '✕': 'x',
  '–': '-',
  '·': '.',
  '×': 'x',
  '…': '...',
  '→': '->',
  '’': "'",
  '─': '-',
  '│': '|',
  '╭': '+',
  '╮': '+',
  '╰': '+',
  '╯': '+',
}

const marks = new RegExp(`[${Object.keys(asciiByMark).join('')}]`, 'g')

/** Replaces the marks of the commands by ASCII. Pad a text to its width only afterwards, because `ok` is longer than `✓`. */
export function toAsciiMarks(text: string): string {
  return text.replace(marks, (mark) => asciiByMark[mark] ?? mark)
}

/** Returns the function through which a command prints its marks: in ASCII if the terminal cannot show others. */
export function createMarks(environment: Environment): (text: string) => string {
  return canShowUnicode(environment) ? (text) => text : toAsciiMarks
}

/** The beginning of a code that changes the style of the following text. */
const ESCAPE = '\u001b'

const styleCode = new RegExp(`${ESCAPE}\\[\\d+m`, 'g')

/** Adds a style to a text. Without colours, it returns the text unchanged. */
export type Paint<Style extends string> = (style: Style, text: string) => string

/** Creates a function that adds styles. The codes are those of ANSI, so that the colours are the ones of the user. */
export function createPaint<Style extends string>(codes: Readonly<Record<Style, number>>, hasColours: boolean): Paint<Style> {
  return (style, text) => (hasColours ? `${ESCAPE}[${codes[style]}m${text}${ESCAPE}[0m` : text)
}

/** The widest box, in columns. */
const WIDEST_BOX = 94

interface BoxOptions {
  /** The width of the terminal, in columns. */
  readonly columns: number
  readonly paint: (text: string) => string
}

/** Returns the length of the longest line in a box, for a terminal with a number of columns. */
export function boxWidth(columns: number): number {
  return Math.max(Math.min(columns, WIDEST_BOX) - 4, 1)
}

/** Draws a box around lines, which may have colours. A line that is too long continues on the next line, without its colours. */
export function drawBox(lines: readonly string[], { columns, paint }: BoxOptions): string {
  const inner = boxWidth(columns)
  const rows = lines.flatMap((line) => fitLine(line, inner)).map((line) => `${paint('│')} ${line} ${paint('│')}`)
  const edge = '─'.repeat(inner + 2)
  return [paint(`╭${edge}╮`), ...rows, paint(`╰${edge}╯`)].join('\n')
}

/** Makes a line as long as the width, as it looks without the codes of its colours. */
function fitLine(line: string, width: number): string[] {
  const plain = line.replaceAll(styleCode, '')
  if (plain.length <= width) return [line + ' '.repeat(width - plain.length)]
  return wrap(plain, width).map((part) => part.padEnd(width))
}

/** Splits a line at spaces. A word that is longer than a line is cut. */
function wrap(line: string, width: number): string[] {
  const lines: string[] = []
  let rest = line
  while (rest.length > width) {
    const end = rest.lastIndexOf(' ', width)
    const cut = end > 0 ? end : width
    lines.push(rest.slice(0, cut))
    rest = rest.slice(cut).trimStart()
  }
  return [...lines, rest]
}
