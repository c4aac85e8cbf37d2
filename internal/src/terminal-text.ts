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
