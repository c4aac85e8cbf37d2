/** How often escapes may stand in each other, and base64 and hexadecimal: more was not made by a service. */
const ESCAPED = 4
const PACKED = 2

/** A text as it is or as decoding has left it, and which part of the original one of its parts comes from. */
export interface View {
  readonly text: string
  readonly range: (start: number, end: number) => readonly [start: number, end: number]
}

/** Every view of a text: as it is, without its escapes, and what is packed in it. */
export function* viewsOf(text: string, packings: readonly Packing[]): Generator<View> {
  const whole: View = { text, range: (start, end) => [start, end] }
  yield* viewsWithin(whole, { escapes: ESCAPE, packings, depth: PACKED })
  // Apart from the others: what follows an equals sign is seldom that of quoted-printable.
  if (QUOTED.test(text)) yield* viewsWithin(whole, { escapes: ESCAPE_OR_QUOTED, packings, depth: PACKED })
}

interface Decoding {
  readonly escapes: RegExp
  readonly packings: readonly Packing[]
  readonly depth: number
}

function* viewsWithin(whole: View, decoding: Decoding): Generator<View> {
  const { depth, escapes, packings } = decoding
  for (const view of decodings(whole, escapes)) {
    yield view
    if (depth === 0) continue
    for (const inner of unpack(view, packings)) yield* viewsWithin(inner, { ...decoding, depth: depth - 1 })
  }
}

/** What is left of a text without its escapes. */
export function decodeFully(text: string): string {
  return [...decodings({ text, range: (start, end) => [start, end] }, ESCAPE)].at(-1)?.text ?? text
}

/** What base64 and hexadecimal in a text hold, wherever in it they begin. */
function* unpack({ range, text }: View, packings: readonly Packing[]): Generator<View> {
  for (const { decode, offsets, pattern, width } of packings) {
    // Faster than an iterator, and most texts have nothing.
    if (text.search(pattern) < 0) continue
    for (const { 0: run, index } of text.matchAll(pattern)) {
      for (let offset = 0; offset < offsets; offset += 1) {
        const from = index + offset
        const bytes = decode(run.slice(offset))
        // What a character holds only a part of belongs to it, and so does the padding.
        const endOf = (end: number) => (end < bytes.length ? from + Math.ceil(end * width) : index + run.length)
        yield { text: bytes, range: (start, end) => range(from + Math.floor(start * width), endOf(end)) }
      }
    }
  }
}

/** A way to write bytes as letters and digits. */
export interface Packing {
  readonly pattern: RegExp
  /** How many characters it may be into a group, and how many of them hold a byte. */
  readonly offsets: number
  readonly width: number
  readonly decode: (run: string) => string
}

/** Base64 and hexadecimal of at least so many bytes. */
export function packingsOf(shortest: number): Packing[] {
  return [
    {
      ...{ pattern: new RegExp(`(?<![\\w+/-])[\\w+/-]{${Math.ceil((shortest * 4) / 3)},}=*`, 'g'), offsets: 4, width: 4 / 3 },
      decode: (run) => {
        const text = run.replace(/=/g, '').replace(/-/g, '+').replace(/_/g, '/')
        return atob(text.length % 4 === 1 ? text.slice(0, -1) : text)
      },
    },
    {
      ...{ pattern: new RegExp(`(?<![\\da-f])[\\da-f]{${shortest * 2},}`, 'gi'), offsets: 2, width: 2 },
      decode: (run) => (run.match(/../g) ?? []).map((byte) => codePoint(byte, 16)).join(''),
    },
  ]
}

const ESCAPE = new RegExp(
  [
    // Encoded several times, a percent sign becomes `%2525`, and an ampersand `&amp;amp;`.
    '%(?:25)+(?=[\\da-f]{2})|%[0-7][\\da-f]|%[c-f][\\da-f](?:%[89ab][\\da-f]){1,3}',
    '\\\\(?:u[\\da-f]{4}|u\\{[\\da-f]+\\}|x[\\da-f]{2}|["\'\\\\/bfnrt])',
    '&(?:amp;)*(?:#\\d+|#x[\\da-f]+|\\w+);',
    // Lines of base64 and quoted-printable are folded.
    '=?\\r?\\n',
  ].join('|'),
  'gi',
)
const QUOTED = /=[\dA-F]{2}/
const ESCAPE_OR_QUOTED = new RegExp(`${ESCAPE.source}|${QUOTED.source}`, 'gi')

/** A text and what it becomes by decoding, again and again. */
function* decodings(whole: View, escapes: RegExp): Generator<View> {
  yield whole
  let view = decodeOnce(whole, escapes)
  for (let round = 1; view && round <= ESCAPED; round += 1) {
    yield view
    view = decodeOnce(view, escapes)
  }
}

function decodeOnce({ range, text }: View, escapes: RegExp): View | undefined {
  const decoded = text.replace(escapes, decodeEscape)
  if (decoded === text) return undefined
  let places: ReturnType<typeof placesOf> | undefined
  return {
    text: decoded,
    range: (start, end) => {
      // Made for the few texts that have a secret.
      places ??= placesOf(text, escapes)
      return range(places.starts[start] ?? 0, places.ends[end - 1] ?? 0)
    },
  }
}

/** Where in a text each character begins and ends that decoding leaves. */
function placesOf(text: string, escapes: RegExp): { readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const starts: number[] = []
  const ends: number[] = []
  let place = 0
  const add = (end: number, count = 1) => {
    for (let index = 0; index < count; index += 1) {
      starts.push(place)
      ends.push(end)
    }
    place = end
  }
  const addPlain = (end: number) => {
    while (place < end) add(place + 1)
  }
  text.replace(escapes, (found, from: number) => {
    addPlain(from)
    add(from + found.length, decodeEscape(found).length)
    return ''
  })
  addPlain(text.length)
  return { starts, ends }
}

/** What an escape stands for; itself if it is none. */
function decodeEscape(found: string): string {
  const kind = found.charAt(1)
  try {
    switch (found.charAt(0)) {
      case '%':
        return found.startsWith('%25') ? '%' : decodeURIComponent(found)
      case '\\':
        return found.length > 2 ? codePoint(found.slice(2), 16) : (CONTROLS[kind] ?? kind)
      case '&':
        return decodeEntity(found.replace(/^&(amp;)*(?=.)|;$/g, '')) ?? found.replace(/^&(amp;)+/, '&')
      case '=':
        return found.trim().length === 3 ? codePoint(found.slice(1), 16) : ''
      default:
        return ''
    }
  } catch {
    return found
  }
}

function decodeEntity(name: string): string | undefined {
  if (/^#x/i.test(name)) return codePoint(name.slice(2), 16)
  return name.startsWith('#') ? codePoint(name.slice(1), 10) : ENTITIES[name]
}

function codePoint(digits: string, radix: number): string {
  return String.fromCodePoint(Number.parseInt(digits.replace('{', ''), radix))
}

const CONTROLS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** The names that HTML has for printable ASCII, each with the character. */
const ENTITIES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'quot" amp& apos\' lt< gt> excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; ' +
    'equals= quest? commat@ lsqb[ bsol\\ rsqb] Hat^ lowbar_ grave` lcub{ verbar| vert| rcub}'
  )
    .split(' ')
    .map((entity) => [entity.slice(0, -1), entity.slice(-1)]),
)
