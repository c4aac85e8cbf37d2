export interface CurlRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A lone surrogate from U+DC80 on stands for its last byte, which is no UTF-8 (PEP 383). */
  readonly body?: string | undefined
}

/** What curl and its shell are told beside the request. */
export interface CurlOptions {
  /** Such as `-sS -i`. */
  readonly flags?: string
  /**
   * What stands for parts of the request in the shell, by these parts, such as `"$WFHOST_API_KEY"` for a key: the command
   * does not show it, and whoever runs the command sets the variable.
   */
  readonly words?: ReadonlyMap<string, string>
}

/** Writes a request as a command for a POSIX shell, on one line unless the request has line breaks. */
export function toCurl({ body, headers, method, url }: CurlRequest, { flags, words }: CurlOptions = {}): string {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const isLong =
    body !== undefined && body.length * 3 > LONGEST_ARGUMENT && new TextEncoder().encode(body).length > LONGEST_ARGUMENT
  return [
    ...(isLong ? [`printf %s ${quoteForShell(body, words)} |`] : []),
    'curl',
    ...(flags === undefined ? [] : [flags]),
    // With -X HEAD, curl would wait for a body.
    ...(method === 'GET' && body === undefined ? [] : [method === 'HEAD' ? '-I' : `-X ${method}`]),
    quoteForShell(url, words),
    ...Object.entries(headers).map(([name, value]) => {
      // A header without a value is written with a semicolon.
      return `-H ${quoteForShell(value === '' ? `${name};` : `${name}: ${value}`, words)}`
    }),
    // curl sends a type of its own for a body and a header that it is not told to leave alone.
    ...(body === undefined || names.includes('content-type') ? [] : ["-H 'content-type:'"]),
    // Other than --data and --data-binary, it takes an at sign at the beginning for itself.
    ...(body === undefined ? [] : [isLong ? '--data-binary @-' : `--data-raw ${quoteForShell(body, words)}`]),
  ].join(' ')
}

/** Linux runs no command with an argument of 128 KiB, except for what the shell does itself. */
const LONGEST_ARGUMENT = 100_000

/** A text as one word of a POSIX shell, in which other words stand for some of its parts: for the longest first. */
export function quoteForShell(text: string, words: ReadonlyMap<string, string> = new Map()): string {
  let parts: readonly { readonly text: string; readonly isWord: boolean }[] = [{ text, isWord: false }]
  const present = [...words].filter(([form]) => form !== '' && text.includes(form))
  for (const [form, word] of present.sort(([a], [b]) => b.length - a.length)) {
    parts = parts.flatMap((part) => {
      if (part.isWord) return [part]
      const pieces = part.text.split(form).map((piece) => ({ text: piece, isWord: false }))
      return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [{ text: word, isWord: true }, piece]))
    })
  }
  const quoted = parts.filter((part) => part.text !== '').map((part) => (part.isWord ? part.text : quoteShortly(part.text)))
  return quoted.join('') || "''"
}

const SHORTEST_REPEATED = 1000

/** Leaves what is repeated at length to the shell to repeat. */
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

/** What is repeated at such length covers the place of a probe, and is there again within 64 characters: most texts need no look at each place. */
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
