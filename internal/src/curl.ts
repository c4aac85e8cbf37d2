export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A byte that is not UTF-8 is a lone surrogate from U+DC80 on, as in PEP 383. */
  readonly body?: string | undefined
}

/** Options of the command. */
export interface CurlOptions {
  /** Such as `-sS -i`. */
  readonly flags?: string
  /**
   * Shell code for parts of the request, by these parts. For example `"$WFHOST_API_KEY"` for a key, which the command then
   * does not show.
   */
  readonly words?: ReadonlyMap<string, string>
}

/** Writes a request as a command for a POSIX shell, on one line unless the request has line breaks. */
export function toCurl(request: CurlRequest, { flags, words }: CurlOptions = {}): string {
  const { body, headers, method, url } = request
  const pipedBody = body === undefined ? undefined : printPipedBody(body, words)
  const command: string[] = []

  if (pipedBody !== undefined) command.push(`${pipedBody} |`)
  command.push('curl')
  if (flags !== undefined) command.push(flags)
  if (method !== 'GET' || body !== undefined) command.push(methodFlag(method))
  command.push(quoteForShell(url, words))
  for (const header of headerFlags(headers, body !== undefined)) command.push(`-H ${quoteForShell(header, words)}`)

  if (pipedBody !== undefined) command.push('--data-binary @-')
  // --data and --data-binary would read a file if the body begins with an at sign.
  else if (body !== undefined) command.push(`--data-raw ${quoteForShell(body, words)}`)
  return command.join(' ')
}

/** Returns a command that prints a body that cannot be an argument, or undefined for any other body. */
function printPipedBody(body: string, words: CurlOptions['words']): string | undefined {
  // A shell ends an argument at a zero byte, or leaves the byte out.
  if (body.includes('\0')) return printAsFormat(body, words)
  if (isLongerThan(body, LONGEST_ARGUMENT)) return `printf %s ${quoteForShell(body, words)}`
  return undefined
}

/** Writes a command that prints a text with zero bytes. The text is the format of printf, and shell code is its arguments. */
function printAsFormat(text: string, words: CurlOptions['words']): string {
  const parts = splitAtWords(text, words)
  const format = parts.map((part) => (part.isCode ? '%s' : escapeForPrintf(part.text))).join('')
  const shellCode = parts.filter((part) => part.isCode).map((part) => part.text)
  return ['printf', singleQuote(format), ...shellCode].join(' ')
}

/** Escapes a text for the format of printf. Zero bytes, and bytes that are not UTF-8, become octal escapes. */
function escapeForPrintf(text: string): string {
  return escapeFormat(text).replaceAll('\0', '\\000').replaceAll(escapedBytes, toOctalEscape)
}

/** Escapes the characters that have a meaning in the format of printf. A hyphen at the start would begin an option. */
function escapeFormat(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replace(/^-/, '\\055')
}

/** With -X HEAD, curl would wait for a body. */
function methodFlag(method: string): string {
  return method === 'HEAD' ? '-I' : `-X ${method}`
}

function headerFlags(headers: CurlRequest['headers'], hasBody: boolean): string[] {
  // A semicolon writes a header without a value. A colon would remove the header.
  const flags = Object.entries(headers).map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`))
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  // curl sends a content type of its own with a body, unless that header is removed.
  if (hasBody && !hasType) flags.push('content-type:')
  return flags
}

/** The longest argument, in bytes. Linux refuses a command with an argument of 128 KiB. Commands inside the shell have no limit. */
const LONGEST_ARGUMENT = 100_000

function isLongerThan(text: string, bytes: number): boolean {
  // A character has at most three bytes for each of its units.
  return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes
}

interface ShellPart {
  readonly text: string
  /** Whether the text is shell code, such as a variable, and not to be quoted. */
  readonly isCode: boolean
}

/** Quotes a text without zero bytes as one word of a POSIX shell. Parts of it can be replaced by shell code, the longest parts first. */
export function quoteForShell(text: string, words?: ReadonlyMap<string, string>): string {
  const quoted = splitAtWords(text, words).map((part) => (part.isCode ? part.text : quoteShortly(part.text)))
  return quoted.join('') || "''"
}

/** Divides a text into parts to quote, and the shell code that replaces the others. */
function splitAtWords(text: string, words: ReadonlyMap<string, string> = new Map()): readonly ShellPart[] {
  let parts: readonly ShellPart[] = [{ text, isCode: false }]

  const present = [...words].filter(([replaced]) => replaced !== '' && text.includes(replaced))
  const longestFirst = present.sort(([a], [b]) => b.length - a.length)
  for (const [replaced, code] of longestFirst) {
    parts = parts.flatMap((part) => (part.isCode ? [part] : splitAt(part.text, replaced, code)))
  }
  return parts
}

/** Splits a text at each occurrence of a part, and puts shell code there. */
function splitAt(text: string, replaced: string, code: string): ShellPart[] {
  const parts: ShellPart[] = []
  for (const [index, piece] of text.split(replaced).entries()) {
    if (index > 0) parts.push({ text: code, isCode: true })
    parts.push({ text: piece, isCode: false })
  }
  return parts
}

/** The shortest repetition that is worth a loop of the shell, in characters. */
const SHORTEST_REPETITION = 1000

/** The longest unit of a repetition that is found, in characters. */
const LONGEST_UNIT = 64

/** A part of a text that consists of the same unit several times. */
interface Repetition {
  readonly start: number
  readonly unit: string
  readonly times: number
}

/** Quotes a text. Long repetitions become a loop of the shell. */
function quoteShortly(text: string): string {
  if (text === '') return ''

  const repetition = findRepetition(text)
  if (repetition === undefined) return singleQuoted(text)

  const { start, times, unit } = repetition
  const before = text.slice(0, start)
  const after = text.slice(start + times * unit.length)
  const loop = `"$(printf ${singleQuoted(`${escapeFormat(unit)}%.0s`)} $(seq ${times}))"`
  return (before && singleQuoted(before)) + loop + quoteShortly(after)
}

/** Finds the first long repetition. It covers one of the places that are looked at, so a search of each character is not needed. */
function findRepetition(text: string): Repetition | undefined {
  for (let place = 0; place + LONGEST_UNIT <= text.length; place += SHORTEST_REPETITION / 2) {
    const sample = text.slice(place, place + LONGEST_UNIT)
    const distance = text.slice(place + 1, place + 2 * LONGEST_UNIT).indexOf(sample) + 1
    if (distance === 0) continue

    const repetition = extendRepetition(text, place, distance)
    if (repetition.times * repetition.unit.length < SHORTEST_REPETITION) continue
    // A line break at the end of a text that a shell prints would be lost.
    if (!repetition.unit.includes('\n')) return repetition
  }
  return undefined
}

/** Extends a repetition in both directions from a place inside it, as long as each character equals the one a unit further. */
function extendRepetition(text: string, place: number, unitLength: number): Repetition {
  let start = place
  while (start > 0 && text[start - 1] === text[start - 1 + unitLength]) start -= 1
  // The two halves of a character outside the basic plane stay together.
  if (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(start - 1, start + 1))) start += 1

  let end = place + unitLength
  while (end < text.length && text[end] === text[end - unitLength]) end += 1

  return { start, unit: text.slice(start, start + unitLength), times: Math.floor((end - start) / unitLength) }
}

function singleQuoted(text: string): string {
  return singleQuote(text).replaceAll(escapedBytes, (byte) => `'"$(printf '${toOctalEscape(byte)}')"'`)
}

function singleQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The bytes that are not UTF-8. Each is a lone surrogate. */
const escapedBytes = /[\u{dc80}-\u{dcff}]/gu

/** Returns the escape of printf for a byte that is not UTF-8. */
function toOctalEscape(byte: string): string {
  return `\\${(byte.charCodeAt(0) & 0xff).toString(8)}`
}
