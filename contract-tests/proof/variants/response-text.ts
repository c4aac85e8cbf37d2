import { deep, everywhere, isObject, type MutantResponse, onResponse, parse } from '../mutants/mutant.ts'
import type { Variant } from './variant.ts'

/** Other ways to write the same JSON, and other headers around it. */
export const responseText: readonly Variant[] = [
  text('JSON is written on many lines', (value) => JSON.stringify(value, null, 2)),
  text('JSON ends with a line break', (value) => `${JSON.stringify(value)}\r\n`),
  text('JSON begins with white space', (value) => ` \n\t${JSON.stringify(value)}`),
  text('characters outside ASCII are escaped', (value) => JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, escaped)),
  text('every character of a text is escaped', (value) => escapedThroughout(value)),
  text('whole numbers have an exponent', (value) => JSON.stringify(value).replaceAll(/(?<=[:,[])-?[1-9]\d*(?=[,}\]])/g, '$&E0')),
  text('whole numbers have a fraction of nothing', (value) =>
    JSON.stringify(value).replaceAll(/(?<=[:,[])-?\d+(?=[,}\]])/g, '$&.0'),
  ),
  text('slashes are escaped', (value) => JSON.stringify(value).replaceAll('/', '\\/')),
  text('members come in reverse order', (value) => JSON.stringify(deep(value, reversed))),
  type('JSON has a charset', 'application/json; charset=utf-8'),
  type('JSON has a charset in capitals', 'application/json;charset=UTF-8'),
  type('JSON has a media type of the vendor', 'application/vnd.example.v2+json'),
  type('JSON is called text', 'text/plain;charset=UTF-8'),
  type('JSON has an undefined charset, and a profile', 'application/json; charset="utf-8"; profile="urn:a b"'),
  headers('every response has the date of another day', [['date', 'Mon, 01 Jan 2001 00:00:00 GMT']]),
  headers('every response has trace headers', [
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['x-request-id', '7f3'],
  ]),
  headers('every response has two cookies', [
    ['set-cookie', 'a=1; Path=/'],
    ['set-cookie', 'b=2; HttpOnly'],
  ]),
  headers('every response has the state of the rate limit', [
    ['ratelimit', '"default";r=50;t=30'],
    ['x-ratelimit-remaining', '50'],
  ]),
  headers('every response forbids caches and sniffing', [
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ['vary', 'Authorization'],
  ]),
  challenge('a 401 has no challenge', undefined),
  challenge('a 401 has a challenge with a realm and an error', 'Bearer realm="workflows", error="invalid_token"'),
  challenge('a 401 names two schemes', 'Basic realm="console", Bearer'),
]

function text(variation: string, write: (value: unknown) => string): Variant {
  const vary = onResponse(everywhere, (response) => {
    const value = parse(response.text)
    return value === undefined ? undefined : { text: write(value) }
  })
  return { variation, subject: 'text', vary }
}

function type(variation: string, contentType: string): Variant {
  const vary = onResponse(everywhere, (response) =>
    parse(response.text) === undefined ? undefined : withHeaders(response, [['content-type', contentType]]),
  )
  return { variation, subject: 'content type', vary }
}

function headers(variation: string, added: readonly (readonly [string, string])[]): Variant {
  const vary = onResponse(everywhere, (response) => {
    const all = new Headers(response.headers)
    for (const [name, value] of added) all.append(name, value)
    return { headers: all }
  })
  return { variation, subject: 'headers', vary }
}

function challenge(variation: string, value: string | undefined): Variant {
  const vary = onResponse(everywhere, (response) => {
    if (response.status !== 401) return undefined
    const without = new Headers(response.headers)
    without.delete('www-authenticate')
    return value === undefined ? { headers: without } : withHeaders(response, [['www-authenticate', value]])
  })
  return { variation, subject: 'challenge', vary }
}

function withHeaders(response: MutantResponse, set: readonly (readonly [string, string])[]): Partial<MutantResponse> {
  const all = new Headers(response.headers)
  for (const [name, value] of set) all.set(name, value)
  return { headers: all }
}

/** Every string and every name in code points. */
function escapedThroughout(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(?:\\.|[^"\\])*"/g, (literal) => {
    const content: string = JSON.parse(literal)
    return `"${[...Array(content.length).keys()].map((index) => escaped(content.charAt(index))).join('')}"`
  })
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function reversed(value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toReversed()) : value
}
