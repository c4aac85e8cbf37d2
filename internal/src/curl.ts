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
  const isPiped = body !== undefined && isLongerThan(body, LONGEST_ARGUMENT)
  const command: string[] = []

  if (isPiped) command.push(`printf %s ${quoteForShell(body, words)} |`)
  command.push('curl')
  if (flags !== undefined) command.push(flags)
  if (method !== 'GET' || body !== undefined) command.push(methodFlag(method))
  command.push(quoteForShell(url, words))
  for (const header of headerFlags(headers, body !== undefined)) command.push(`-H ${quoteForShell(header, words)}`)

  if (isPiped) command.push('--data-binary @-')
  // --data and --data-binary would read a file if the body begins with an at sign.
  else if (body !== undefined) command.push(`--data-raw ${quoteForShell(body, words)}`)
  return command.join(' ')
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

/** Quotes a text as one word of a POSIX shell. Parts of it can be replaced by shell code, the longest parts first. */
export function quoteForShell(text: string, words: ReadonlyMap<string, string> = new Map()): string {
  let parts: readonly ShellPart[] = [{ text, isCode: false }]

  const present = [...words].filter(([replaced]) => replaced !== '' && text.includes(replaced))
  const longestFirst = present.sort(([a], [b]) => b.length - a.length)
  for (const [replaced, code] of longestFirst) {
    parts = parts.flatMap((part) => (part.isCode ? [part] : splitAt(part.text, replaced, code)))
  }

  const quoted = parts.map((part) => (part.isCode ? part.text : quoteShortly(part.text)))
  return quoted.join('') || "''"
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
const SHORTEST_REPEATED = 1000

/** Quotes a text. Long repetitions become a loop of the shell. */
function quoteShortly(text: string): string {
  if (text === '') return ''
  // A line break at the end of what a shell prints would be lost.
  const repeated = mayRepeat(text) ? /([^\n]{1,64}?)\1{99,}/.exec(text) : null
  if (repeated === null || repeated[0].length < SHORTEST_REPEATED) return singleQuoted(text)
  const [whole, unit = ''] = repeated
  const format = unit.replaceAll('\\', '\\\\').replaceAll('%', '%%')
  const repeat = `"$(printf ${singleQuoted(`${format}%.0s`)} $(seq ${whole.length / unit.length}))"`
  const before = text.slice(0, repeated.index)
  return (before && singleQuoted(before)) + repeat + quoteShortly(text.slice(repeated.index + whole.length))
}

/** Looks for a repetition at a few places. A long repetition covers one of them, and repeats within 64 characters. */
function mayRepeat(text: string): boolean {
  for (let from = 0; from + SHORTEST_REPEATED / 2 <= text.length; from += SHORTEST_REPEATED / 2) {
    if (text.slice(from + 1, from + 128).includes(text.slice(from, from + 64))) return true
  }
  return false
}

function singleQuoted(text: string): string {
  const quoted = `'${text.replaceAll("'", "'\\''")}'`
  return quoted.replaceAll(/[\u{dc80}-\u{dcff}]/gu, (byte) => `'"$(printf '\\${(byte.charCodeAt(0) & 0xff).toString(8)}')"'`)
}
