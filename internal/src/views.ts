/** How often escapes may stand in each other, and base64 and hexadecimal: more was not made by a service. */
const ESCAPED = 4
const PACKED = 2

/** A text as it is or as decoding has left it, and which part of the original one of its parts comes from. */
export interface View {
  readonly text: string
  readonly range: (start: number, end: number) => readonly [start: number, end: number]
}

/** Every view of a text: as it is, without its escapes, and what was packed in it. */
export function* viewsOf(text: string, packings: readonly Packing[]): Generator<View> {
  const whole = viewOf(text)
  yield* viewsWithin(whole, packings)
  // Apart from the others: what follows an equals sign is seldom quoted-printable.
  const quoted = decode(whole, QUOTED)
  if (quoted) yield* viewsWithin(quoted, packings)
}

/** What is left of a text without its escapes. */
export function decodeFully(text: string): string {
  return [...decodings(viewOf(text))].at(-1)?.text ?? text
}

function viewOf(text: string): View {
  return { text, range: (start, end) => [start, end] }
}

function* viewsWithin(whole: View, packings: readonly Packing[], depth = PACKED): Generator<View> {
  for (const view of decodings(whole)) {
    yield view
    if (depth > 0) for (const inner of unpack(view, packings)) yield* viewsWithin(inner, packings, depth - 1)
  }
}

/** A text and what it becomes without escapes, again and again. */
function* decodings(whole: View): Generator<View> {
  let view: View | undefined = whole
  for (let round = 0; view && round <= ESCAPED; round += 1) {
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
      // Made for the few texts that have a secret.
      places ??= placesOf(text, escapes)
      return range(places[start]?.[0] ?? 0, places[end - 1]?.[1] ?? 0)
    },
  }
}

/** Where in a text each character begins and ends that decoding leaves. */
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

/** What an escape stands for; itself if it is none. */
function decodeEscape(found: string): string {
  const [mark, kind = ''] = found
  try {
    if (mark === '%') return decodeURIComponent(found)
    if (mark === '\\') return found.length > 2 ? codePoint(found.slice(2), 16) : (CONTROLS[kind] ?? kind)
    if (mark === '=' && found.length > 2 && kind > ' ') return codePoint(found.slice(1), 16)
    if (mark !== '&') return ''
    const [, decimal, hexadecimal, name = ''] = /(?:#(\d+)|#x(\w+)|(\w+));$/i.exec(found) ?? []
    if (decimal) return codePoint(decimal, 10)
    return hexadecimal ? codePoint(hexadecimal, 16) : (ENTITIES[name] ?? found)
  } catch {
    return found
  }
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

/** A way in which bytes are packed. */
interface Packing {
  /** How many characters hold a byte, and how many of them may stand before the first whole one. */
  readonly width: number
  readonly offsets: number
  readonly decodeRun: (run: string) => string
  /** Finds as many characters as hold a secret; and the end of the run that they begin. */
  readonly length: number
  readonly begin: RegExp
  readonly after: RegExp
}

/** What finds base64 and hexadecimal of at least so many bytes; made once, as most texts are shorter than it takes. */
export function packingsOf(shortest: number): readonly Packing[] {
  return PACKINGS.map(({ characters, ...packing }) => {
    const length = Math.ceil(shortest * packing.width)
    const begin = new RegExp(`(?<![${characters}])[${characters}]{${length}}`, 'gi')
    // Its end is looked for apart: V8 remembers each character that a pattern may give back, and has no room for 10 MB.
    return { ...packing, length, begin, after: new RegExp(`[^${characters}]=*`, 'gi') }
  })
}

/** What base64 and hexadecimal in a text hold, wherever in it they begin. */
function* unpack({ range, text }: View, packings: readonly Packing[]): Generator<View> {
  for (const { after, begin, decodeRun, length, offsets, width } of packings) {
    if (text.length < length) continue
    for (const { index } of text.matchAll(begin)) {
      after.lastIndex = index + length
      const end = after.exec(text)
      const run = text.slice(index, end === null ? text.length : end[0].startsWith('=') ? after.lastIndex : end.index)
      // What is left of the run has to hold a secret.
      for (let offset = 0; offset < offsets && run.length - offset >= length; offset += 1) {
        const from = index + offset
        const bytes = decodeRun(run.slice(offset))
        // What a character holds only a part of belongs to it, and so does the padding.
        const endOf = (end: number) => (end < bytes.length ? from + Math.ceil(end * width) : index + run.length)
        yield { text: bytes, range: (start, end) => range(from + Math.floor(start * width), endOf(end)) }
      }
    }
  }
}

const PACKINGS = [
  { characters: '\\w+/-', width: 4 / 3, offsets: 4, decodeRun: decodeBase64 },
  { characters: '\\da-f', width: 2, offsets: 2, decodeRun: decodeHex },
]

function decodeBase64(run: string): string {
  const text = run.replace(/[=_-]/g, (found) => (found === '=' ? '' : found === '-' ? '+' : '/'))
  return atob(text.length % 4 === 1 ? text.slice(0, -1) : text)
}

function decodeHex(run: string): string {
  return run.replace(/..?/g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
}
