/** How deep escapes are decoded. No service escapes a text more often. */
const ESCAPE_DEPTH = 4

/** How deep base64 and hexadecimal are decoded. */
const DEEPEST_ENCODING = 2

/** A text, decoded or not, that knows the place of each of its parts in the original text. */
export interface View {
  readonly text: string
  readonly range: (start: number, end: number) => readonly [start: number, end: number]
}

/** Yields every view of a text: unchanged, without escapes, and with the content of base64 and hexadecimal. */
export function* viewsOf(text: string, encodings: readonly Encoding[]): Generator<View> {
  const whole = viewOf(text)
  yield* viewsWithin(whole, encodings)
  // Decoded on its own, because an equals sign seldom begins an escape.
  const quoted = decode(whole, QUOTED)
  if (quoted) yield* viewsWithin(quoted, encodings)
}

/** Returns a text without its escapes. */
export function decodeFully(text: string): string {
  return [...decodings(viewOf(text))].at(-1)?.text ?? text
}

function viewOf(text: string): View {
  return { text, range: (start, end) => [start, end] }
}

function* viewsWithin(whole: View, encodings: readonly Encoding[], depth = DEEPEST_ENCODING): Generator<View> {
  for (const view of decodings(whole)) {
    yield view
    if (depth > 0) for (const inner of decodeViews(view, encodings)) yield* viewsWithin(inner, encodings, depth - 1)
  }
}

/** Yields a text, and again and again the result of decoding its escapes once. */
function* decodings(whole: View): Generator<View> {
  let view: View | undefined = whole
  for (let round = 0; view && round <= ESCAPE_DEPTH; round += 1) {
    yield view
    view = decode(view, ESCAPE)
  }
}

// One level at a time: a key may look like an escape itself. Base64 comes in lines.
const ESCAPE =
  /%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|\\(?:u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2}|["'\\/bfnrt])|&(?:#\d+|#x[\da-f]+|\w+);|\r?\n/gi
const QUOTED = /=(?:[\dA-F]{2}|\r?\n)/g

function decode({ range, text }: View, escapes: RegExp): View | undefined {
  const decoded = text.replace(escapes, decodeEscape)
  if (decoded === text) return undefined
  let places: readonly (readonly [start: number, end: number])[] | undefined
  return {
    text: decoded,
    range: (start, end) => {
      // Created only for the few texts that contain a secret.
      places ??= placesOf(text, escapes)
      return range(places[start]?.[0] ?? 0, places[end - 1]?.[1] ?? 0)
    },
  }
}

/** Lists for each character of the decoded text where its source begins and ends. */
function placesOf(text: string, escapes: RegExp): [start: number, end: number][] {
  const places: [number, number][] = []
  let place = 0
  const addPlain = (end: number) => {
    for (; place < end; place += 1) places.push([place, place + 1])
  }
  text.replace(escapes, (found, from: number) => {
    addPlain(from)
    place = from + found.length
    for (let made = decodeEscape(found).length; made > 0; made -= 1) places.push([from, place])
    return ''
  })
  addPlain(text.length)
  return places
}

/**
 * Decodes one escape of a URL, of JSON, of HTML or of quoted-printable, because a text can contain a secret in such a form.
 * Returns an empty text for a line break, and the sequence itself if it cannot be decoded.
 */
function decodeEscape(sequence: string): string {
  try {
    switch (sequence[0]) {
      case '%':
        return decodeURIComponent(sequence)
      case '\\':
        return decodeBackslash(sequence)
      case '&':
        return decodeEntity(sequence)
      case '=':
        return decodeQuotedPrintable(sequence)
      default:
        // The only other sequence is a line break. Encoders of base64 insert line breaks into long texts.
        return ''
    }
  } catch {
    return sequence
  }
}

function decodeBackslash(sequence: string): string {
  const [, letter = ''] = sequence
  return sequence.length > 2 ? codePoint(sequence.slice(2), 16) : (CONTROLS[letter] ?? letter)
}

function decodeEntity(sequence: string): string {
  const [, decimal, hexadecimal, name = ''] = /(?:#(\d+)|#x(\w+)|(\w+));$/i.exec(sequence) ?? []
  if (decimal !== undefined) return codePoint(decimal, 10)
  if (hexadecimal !== undefined) return codePoint(hexadecimal, 16)
  return ENTITIES[name] ?? sequence
}

/** Decodes an escape of quoted-printable. One before a line break joins two lines. */
function decodeQuotedPrintable(sequence: string): string {
  return /^=[\dA-F]{2}$/.test(sequence) ? codePoint(sequence.slice(1), 16) : ''
}

function codePoint(digits: string, radix: number): string {
  return String.fromCodePoint(Number.parseInt(digits.replace('{', ''), radix))
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** The names that HTML has for printable ASCII. */
// biome-ignore format: a table
const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"', amp: '&', apos: "'", lt: '<', gt: '>', excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')',
  ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';', equals: '=', quest: '?', commat: '@',
  lsqb: '[', bsol: '\\', rsqb: ']', Hat: '^', lowbar: '_', grave: '`', lcub: '{', verbar: '|', vert: '|', rcub: '}',
}

/** An encoding that turns bytes into letters and digits. */
interface Encoding {
  /** The characters that hold a byte. */
  readonly width: number
  /** The number of offsets at which a byte can begin. */
  readonly offsets: number
  readonly decodeRun: (run: string) => string
  /** The fewest characters that hold a secret. */
  readonly length: number
  /** Finds the first characters of a run that is long enough. */
  readonly begin: RegExp
  /** Finds the end of a run. */
  readonly after: RegExp
}

/** Prepares the search for base64 and hexadecimal of at least some bytes. */
export function encodingsOf(shortest: number): readonly Encoding[] {
  return ENCODINGS.map(({ characters, ...encoding }) => {
    const length = Math.ceil(shortest * encoding.width)
    const begin = new RegExp(`(?<![${characters}])[${characters}]{${length}}`, 'gi')
    // Another pattern finds the end. V8 stores each character to which a pattern can backtrack, and fails at 10 MB.
    return { ...encoding, length, begin, after: new RegExp(`[^${characters}]=*`, 'gi') }
  })
}

/** Yields the content of each run of base64 or hexadecimal in a text, at every offset. */
function* decodeViews({ range, text }: View, encodings: readonly Encoding[]): Generator<View> {
  for (const { after, begin, decodeRun, length, offsets, width } of encodings) {
    if (text.length < length) continue
    for (const { index } of text.matchAll(begin)) {
      after.lastIndex = index + length
      const end = after.exec(text)
      const run = text.slice(index, endOfRun(text, end, after.lastIndex))
      for (let offset = 0; offset < offsets && run.length - offset >= length; offset += 1) {
        const from = index + offset
        const bytes = decodeRun(run.slice(offset))
        // A character that holds a part of a byte belongs to it, and so does the padding.
        const endOf = (end: number) => (end < bytes.length ? from + Math.ceil(end * width) : index + run.length)
        yield { text: bytes, range: (start, end) => range(from + Math.floor(start * width), endOf(end)) }
      }
    }
  }
}

/** The end of a run, with its padding. */
function endOfRun(text: string, end: RegExpExecArray | null, endOfPadding: number): number {
  if (end === null) return text.length
  return end[0].startsWith('=') ? endOfPadding : end.index
}

const ENCODINGS = [
  { characters: '\\w+/-', width: 4 / 3, offsets: 4, decodeRun: decodeBase64 },
  { characters: '\\da-f', width: 2, offsets: 2, decodeRun: decodeHex },
]

function decodeBase64(run: string): string {
  const text = run.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/')
  return atob(text.length % 4 === 1 ? text.slice(0, -1) : text)
}

function decodeHex(run: string): string {
  return run.replace(/..?/g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
}
