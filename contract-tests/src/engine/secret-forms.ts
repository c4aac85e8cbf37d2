/** Every form in which a value may come back: as it is, and as programs write it into URLs, JSON, pages and credentials. */
export function formsOf(value: string): string[] {
  const bytes = new TextEncoder().encode(value)
  const json = inJson(value)
  const inUrl = encodeURIComponent(value)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const base64 = [0, 1, 2].flatMap((offset) => base64Within(bytes, offset))
  const base64Url = base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))
  const unicode = [...value].map((character) => character.charCodeAt(0).toString(16).padStart(4, '0'))
  return [
    ...[value, json, inJson(json), json.replaceAll('/', '\\/'), inMarkup(value)],
    ...[inUrl, lowerHex(inUrl), encodeURIComponent(inUrl), inUrl.replaceAll('%20', '+')],
    ...[unicode.map((code) => `\\u${code}`).join(''), unicode.map((code) => `\\u${code.toUpperCase()}`).join('')],
    ...[hex, hex.toUpperCase(), ...base64, ...base64Url],
  ]
}

// A shorter part would be found by chance.
const shortestBase64 = 8

/** Base64 of a longer text in which so many bytes, or three times as many, stand before the value: what is sure of it. */
function base64Within(bytes: Uint8Array, offset: number): string[] {
  const text = btoa(String.fromCharCode(...new Uint8Array(offset), ...bytes)).replace(/=+$/, '')
  const sure = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  const whole = offset === 0 ? [btoa(String.fromCharCode(...bytes)), text] : []
  return sure.length < shortestBase64 ? whole : [...whole, sure]
}

function lowerHex(inUrl: string): string {
  return inUrl.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}

function inMarkup(value: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
