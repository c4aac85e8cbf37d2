import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor, createSecretFinder, SHORTEST_SECRET, unnamedSecrets } from './redaction.ts'
import { decodeFully } from './views.ts'

const runs = { numRuns: Number(process.env['RUNS'] ?? 300), verbose: 1 as const }

function bytesOf(text: string): number[] {
  return [...new TextEncoder().encode(text)]
}

function hex(text: string): string {
  return bytesOf(text)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...bytesOf(text)))
}

function toUrl(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function percent(text: string, kept = /(?!)/): string {
  return text.replace(/./gsu, (character) => (kept.test(character) ? character : hex(character).replace(/../g, '%$&')))
}

function escapes(text: string): string {
  return text.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function entities(text: string, radix = 10): string {
  return [...text].map((character) => `&#${radix === 10 ? '' : 'x'}${character.codePointAt(0)?.toString(radix)};`).join('')
}

/** Encodings in which programs write a text. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  'as it is': String,
  encodeURIComponent,
  'percent-encoding in lower case': (text) => percent(text, /[\w.~-]/),
  'percent-encoding in full': (text) => percent(text),
  'percent-encoding in full in upper case': (text) => percent(text).toUpperCase(),
  'quote() of Python': (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  'quote_plus() of Python': (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  'percent-encoding twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent-encoding three times': (text) => encodeURIComponent(encodeURIComponent(percent(text))),
  'a JSON string': inJson,
  'a JSON string in another': (text) => inJson(inJson(text)),
  'a JSON string with escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
  'a JSON string of escapes': escapes,
  'a JSON string of escapes in upper case': (text) => escapes(text).toUpperCase().replaceAll('\\U', '\\u'),
  'a JSON string of escapes in another': (text) => inJson(escapes(text)),
  'a URL with a JSON string': (text) => encodeURIComponent(inJson(text)),
  'a JSON string with a URL': (text) => inJson(encodeURIComponent(text)),
  'a page': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  'a page with decimal entities': (text) => entities(text),
  'a page with hexadecimal entities': (text) => entities(text, 16),
  'a page with entities in upper case': (text) => entities(text, 16).toUpperCase().replaceAll('#X', '#X000'),
  'a page with escaped entities': (text) => entities(text).replaceAll('&', '&amp;'),
  'a page in JSON of Go': (text) => entities(text).replaceAll('&', '\\u0026'),
  'quoted-printable': (text) => percent(text).toUpperCase().replaceAll('%', '='),
  'folded quoted-printable': (text) => hex(text).toUpperCase().replace(/../g, '=$&=\r\n'),
  hexadecimal: hex,
  'hexadecimal in upper case': (text) => hex(text).toUpperCase(),
  'hexadecimal twice': (text) => hex(hex(text)),
  base64,
  'base64 twice': (text) => base64(base64(text)),
  base64url: (text) => toUrl(base64(text)),
  'base64 after one byte': (text) => base64(`:${text}`),
  'base64 after two bytes': (text) => base64(`a:${text}`),
  'base64 of credentials': (text) => base64(`user:${text}:`),
  'base64url of JSON': (text) => toUrl(base64(JSON.stringify({ key: text, at: 1 }))),
  'base64 of a query': (text) => base64(`?key=${encodeURIComponent(text)}&next=1`),
  'base64 of hexadecimal': (text) => base64(hex(text)),
  'hexadecimal of base64': (text) => hex(base64(`a${text}`)),
  'percent-encoded base64': (text) => encodeURIComponent(base64(text)),
  'base64 in lines': (text) => base64(`${'-'.repeat(31)}${text}${'-'.repeat(80)}`).replace(/.{76}/g, '$&\r\n'),
}

// No generated key contains them. The first characters of an encoded key can be a key themselves: `{ &amp;#123;` is a form of
// the key `{ &#` and the start of another form of it.
const START = '\u0002'
const END = '\u0003'

const printable = fc.string({ minLength: SHORTEST_SECRET, maxLength: 40 })
const unicode = fc.string({ unit: 'grapheme', minLength: SHORTEST_SECRET, maxLength: 20 })
const token = fc.stringMatching(/^[\w+/.~=-]{4,60}$/)
// A text such as `%00"` is shorter than any secret without its escapes. It is hidden only if it has the escapes of the key.
const key = fc
  .oneof(printable, token, unicode)
  .filter((text) => !/[\s\p{Surrogate}]{2}/u.test(text) && decodeFully(text).length >= SHORTEST_SECRET)

describe('A redactor', () => {
  test.each(Object.keys(encodings))('hides any key in %s', (name) => {
    fc.assert(
      fc.property(key, (secret) => {
        const encode = encodings[name] ?? String
        const secrets = new Map([[secret, '<>']])
        const redactor = createRedactor(secrets)
        const findSecrets = createSecretFinder(secrets)
        const encoded = encode(secret)
        const redacted = redactor.text(`${START}${encoded}${END}`)
        expect(redacted.startsWith(START) && redacted.endsWith(END)).toBe(true)
        expect(redacted).toContain('<>')
        expect(redacted).not.toContain(encoded)
        expect(findSecrets(redacted).size).toBe(0)
      }),
      runs,
    )
  })

  test.each([' %00', '&lt;x', 'ab%2541', '%2525', '&amp;lt;'])('hides the key %s, which is an escape itself', (secret) => {
    const secrets = unnamedSecrets([secret])
    const redactor = createRedactor(secrets)
    const findSecrets = createSecretFinder(secrets)
    for (const encode of Object.values(encodings)) {
      const redacted = redactor.text(`{ ${encode(secret)} }`)
      expect(redacted).not.toContain(encode(secret))
      expect(findSecrets(redacted).size).toBe(0)
    }
  })

  test('hides keys with the same start, wherever they are', () => {
    const forms = fc.constantFrom(...Object.values(encodings))
    fc.assert(
      fc.property(token, fc.array(token, { minLength: 1, maxLength: 4 }), forms, (start, ends, encode) => {
        const secrets = unnamedSecrets([start, ...ends.map((end) => start + end), ends.reduce((all, end) => all + end, start)])
        const redactor = createRedactor(secrets)
        const findSecrets = createSecretFinder(secrets)
        const redacted = redactor.text([...secrets.keys()].map((secret) => `{${encode(secret)}}`).join('\n'))
        expect(findSecrets(redacted).size).toBe(0)
        for (const end of ends) expect(redacted).not.toContain(encode(end))
      }),
      runs,
    )
  })

  test('hides the end of a key that extends another one', () => {
    const secrets = new Map(Object.entries({ wfk_1: '[short]', 'wfk_1-PROD-9f8e': '[long]' }))
    const redactor = createRedactor(secrets)
    const findSecrets = createSecretFinder(secrets)
    expect(redactor.text('wfk_1-PROD-9f8e and wfk_1')).toBe('[long] and [short]')
    expect(findSecrets('wfk%5f1')).toEqual(new Set(['[short]']))
  })

  test('hides overlapping keys completely', () => {
    expect(createRedactor(unnamedSecrets(['abcdef', 'defghi'])).text('abcdefghi')).toBe('[redacted]')
  })

  test('changes only the key in a text, and no text without a key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 200 }), (before, after) => {
        const redactor = createRedactor(unnamedSecrets(['wfk_0123456789']))
        expect(redactor.text(before + after)).toBe(before + after)
        expect(redactor.text(`${before} wfk_0123456789 ${after}`)).toBe(`${before} [redacted] ${after}`)
      }),
      runs,
    )
  })

  test('accepts any value', () => {
    const mess = fc.string({ unit: fc.constantFrom(...'%25=\\u{}x&#;aAfF0\r\n-+/', 'amp;', '\\u00', '%C3', '{110000}') })
    const { text } = createRedactor(unnamedSecrets(['wfk_1']))
    fc.assert(
      fc.property(mess, (given) => text(given) === given),
      runs,
    )
  })

  test('never treats a shorter text as a secret', () => {
    const secrets = unnamedSecrets(['abc', ''])
    expect(createRedactor(secrets).text('abc')).toBe('abc')
    expect(createRedactor(unnamedSecrets(['%41%42'])).text('AB')).toBe('AB')
  })

  test('hides a key that was added later', () => {
    const secrets = new Map<string, string>()
    const { text } = createRedactor(secrets)
    expect(text('wfk_1')).toBe('wfk_1')
    secrets.set('wfk_1', '[redacted]')
    expect(text('wfk_1')).toBe('[redacted]')
  })

  test('uses a name with a dollar sign unchanged', () => {
    expect(createRedactor(new Map([['wfk_1', '$&$1']])).text('wfk_1')).toBe('$&$1')
  })

  test('reads a megabyte of nested encodings within seconds', () => {
    const redactor = createRedactor(unnamedSecrets(['canary', 'wfk_0123456789abcdef']))
    for (const unit of [
      '\\',
      '\\"',
      '%25',
      '%252541',
      '&amp;',
      '\n',
      'A',
      '=41',
      'canary',
      '&#',
      encodeURIComponent('"canary"'),
    ]) {
      const before = process.cpuUsage()
      redactor.text(unit.repeat(1_000_000 / unit.length))
      expect(process.cpuUsage(before).user / 1e6, unit).toBeLessThan(10)
    }
  })
})

describe('A redactor of values', () => {
  const { headers, value } = createRedactor(unnamedSecrets(['wfk_1', '12345678']))

  test('returns a value without secrets unchanged', () => {
    const given = { text: 'wfk', list: [1, null, new Map([['a', new Date(0)]])], bytes: new Uint8Array(3) }
    expect(value(given)).toBe(given)
  })

  test('does not change a file of 17 MB in base64 next to a secret', () => {
    const file = 'ab/+'.repeat(4_250_000)
    expect(value({ file, key: 'wfk_1' })).toEqual({ file, key: '[redacted]' })
  })

  test('hides secrets in members, names, numbers, errors, maps and circles', () => {
    const given = { list: ['wfk_1', 12345678, 123456789n, true], wfk_1: new Map([['key', 'wfk_1']]), self: {} }
    given.self = given
    const redacted = value(given) as Record<string, unknown>
    expect(redacted).toMatchObject({
      list: ['[redacted]', '[redacted]', '[redacted]9', true],
      '[redacted]': { key: '[redacted]' },
    })
    expect(redacted['self']).toBe(redacted)
    const error = value(new TypeError('wfk_1', { cause: 'wfk_1' }))
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'TypeError', message: '[redacted]', cause: '[redacted]' })
  })

  test('hides secrets in members whose names are symbols, which printing also shows', () => {
    const error = value(Object.assign(new Error('x'), { [Symbol('options')]: { key: 'wfk_1' } }))
    expect(inspect(error, { showHidden: true })).not.toContain('wfk_1')
  })

  test('hides values that throw, and cuts deeply nested values', () => {
    const throwing = {
      get key() {
        throw new Error('wfk_1')
      },
    }
    expect(value({ throwing, other: 1 })).toEqual({ throwing: '[redacted]', other: 1 })
    const deep = JSON.parse('['.repeat(900) + ']'.repeat(900))
    expect(value(deep)).toBe(deep)
    expect(JSON.stringify(value(JSON.parse('['.repeat(5000) + ']'.repeat(5000))))).toContain('[redacted]')
  })

  test('hides secrets in headers, and leaves cookies out', () => {
    const redacted = headers(new Headers({ location: 'https://x.test/?key=wfk%5F1', 'set-cookie': 'session=1' }))
    expect([...redacted]).toEqual([['location', 'https://x.test/?key=[redacted]']])
  })
})
