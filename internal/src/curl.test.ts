import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendCurl } from '../../tools/scripts/send-curl.ts'
import { quoteForShell, toCurl } from './curl.ts'

const value = 'k"ey+with/odd=chars'
const words = new Map([[value, '"$ECHO_KEY"']])

/** Returns the words as a shell reads them. One shell reads all of them, because its start takes longer than a word. */
function inShell(...quoted: readonly string[]): string[] {
  const script = quoted.map((word) => `printf '%s\\0' ${word}`).join('\n')
  const printed = execFileSync('sh', ['-s'], { input: script, env: { PATH: process.env['PATH'], ECHO_KEY: value } })
  return printed.toString().split('\0').slice(0, -1)
}

describe('toCurl()', () => {
  test('writes a command with variables for the keys', () => {
    const headers = { authorization: `Bearer ${value}`, 'x-empty': '' }
    const request = { method: 'POST', url: "http://localhost/it's?a=1&b", headers, body: '{"text":"@it\'s"}' }
    expect(toCurl(request, { flags: '-sS -i', words })).toBe(
      `curl -sS -i -X POST 'http://localhost/it'\\''s?a=1&b' -H 'authorization: Bearer '"$ECHO_KEY" -H 'x-empty;' ` +
        `-H 'content-type:' --data-raw '{"text":"@it'\\''s"}'`,
    )
  })

  test('leaves out options that are not needed', () => {
    const url = 'http://localhost/'
    expect(toCurl({ method: 'GET', url, headers: {} })).toBe("curl 'http://localhost/'")
    expect(toCurl({ method: 'HEAD', url, headers: {} })).toBe("curl -I 'http://localhost/'")
    expect(toCurl({ method: 'GET', url, headers: {}, body: '' })).toBe(
      "curl -X GET 'http://localhost/' -H 'content-type:' --data-raw ''",
    )
    const headers = { 'Content-Type': 'text/plain' }
    expect(toCurl({ method: 'PUT', url, headers, body: '' })).toBe(
      "curl -X PUT 'http://localhost/' -H 'Content-Type: text/plain' --data-raw ''",
    )
  })

  test('passes a body in another way if it is longer than an argument may be', () => {
    const body = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => at))
    const command = toCurl({ method: 'POST', url: 'http://localhost/', headers: {}, body })
    expect(execFileSync('sh', ['-s'], { input: `curl() { cat; }\n${command}` }).toString()).toBe(body)
    expect(command).toMatch(/ \| curl -X POST 'http:\/\/localhost\/' -H 'content-type:' --data-binary @-$/)
  })

  test('writes a command that sends any bytes, such as zero bytes and bytes that are not UTF-8', {
    timeout: 30_000,
  }, async () => {
    const url = await openEcho()
    const piece = fc.oneof(
      fc.constantFrom(0, 0x0a, 0x25, 0x27, 0x2d, 0x40, 0x5c, 0xfc).map((byte) => Uint8Array.of(byte)),
      fc.constantFrom('ü', '\u{1f600}', '12', '\\000', '%s').map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 20 }),
    )
    const bodies = fc.array(piece, { maxLength: 12 }).map((pieces) => Buffer.concat(pieces))
    await fc.assert(
      fc.asyncProperty(bodies, async (bytes) => {
        const command = toCurl({ method: 'POST', url, headers: {}, body: fromBytes(bytes) }, { flags: '-s' })
        expect(await sendCurl(command)).toBe(bytes.toString('hex'))
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['a zero byte at the end', Buffer.from('{"args":[],"mode":"sync"}\0')],
    ['a text in UTF-16', Buffer.from('\ufeff{"text":"it\'s ü"}', 'utf16le')],
    ['a hyphen at the start', Buffer.from('-v\0')],
    ['110,000 bytes with a zero byte', Buffer.from(`${JSON.stringify('ab'.repeat(55_000))}\0`)],
  ])('writes a command that sends %s', async (_, bytes) => {
    const url = await openEcho()
    const command = toCurl({ method: 'POST', url, headers: {}, body: fromBytes(bytes) }, { flags: '-s' })
    expect(await sendCurl(command)).toBe(bytes.toString('hex'))
  })

  test('hides a part of a body with a zero byte that a word replaces', () => {
    const request = { method: 'POST', url: 'http://localhost/', headers: {}, body: `50 %\0${value}\\n` }
    const command = toCurl(request, { words })
    expect(command).toMatch(/^printf '50 %%\\000%s\\\\n' "\$ECHO_KEY" \| curl /)

    const env = { PATH: process.env['PATH'], ECHO_KEY: value }
    expect(execFileSync('sh', ['-s'], { input: `curl() { cat; }\n${command}`, env }).toString()).toBe(request.body)
  })
})

/** Opens a server that responds with the bytes of each body in hexadecimal, and returns its URL. */
async function openEcho(): Promise<string> {
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request)
    response.end(bytes.toString('hex'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server at a port has an address that is not a text.
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}

/** Decodes bytes as UTF-8. Each invalid byte becomes a lone surrogate, as in PEP 383. */
function fromBytes(bytes: Buffer): string {
  let text = ''
  for (let start = 0; start < bytes.length; ) {
    const character = readCharacter(bytes.subarray(start, start + 4))
    text += character ?? String.fromCharCode(0xdc00 + bytes.readUInt8(start))
    start += character === undefined ? 1 : Buffer.byteLength(character)
  }
  return text
}

/** Reads the first character of some bytes. Returns undefined if they do not begin with valid UTF-8. */
function readCharacter(bytes: Buffer): string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for (let length = 1; length <= bytes.length; length += 1) {
    try {
      return decoder.decode(bytes.subarray(0, length))
    } catch {
      // A character may have more bytes.
    }
  }
  return undefined
}

describe('quoteForShell()', () => {
  test('quotes any text as one word that a shell reads unchanged', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom("'", '"', '\\', '$', '`', '\n', '!', '%', ' ', value), fc.string()) })
    const plain = text.filter((candidate) => !candidate.includes('\0'))
    fc.assert(
      fc.property(fc.array(plain, { minLength: 20, maxLength: 20 }), (given) => {
        expect(inShell(...given.map((each) => quoteForShell(each, words)))).toEqual(given)
      }),
      { numRuns: 5 },
    )
  })

  test('writes a byte that is not UTF-8', () => {
    const printed = execFileSync('sh', ['-c', `printf %s ${quoteForShell("\udcff{'é'}")}`])
    expect(printed).toEqual(Buffer.concat([Buffer.from([0xff]), Buffer.from("{'é'}")]))
  })

  test('quotes any repetition as one word that a shell reads unchanged', () => {
    const unit = fc.string({ unit: fc.constantFrom('a', 'b', '%', '\\', "'", '\n', '\u{1f600}'), minLength: 1, maxLength: 70 })
    const parts = fc.array(fc.tuple(unit, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(parts, { minLength: 10, maxLength: 10 }), (given) => {
        const texts = given.map((repeated) => repeated.map(([of, times]) => of.repeat(times)).join(''))
        expect(inShell(...texts.map((text) => quoteForShell(text)))).toEqual(texts)
      }),
      { numRuns: 5 },
    )
  })

  test('hides a part that a word replaces', () => {
    expect(quoteForShell(`it's "${value}" and $HOME`, words)).not.toContain(value)
  })

  test.each([
    ['has a sentence 6000 times', `{"a":"it's ${'50 % of \\ "it". '.repeat(6000)}"}`],
    ['has one character 20,000 times', '['.repeat(20_000)],
    ['has two repetitions', `${'ab'.repeat(900)}and${'cd'.repeat(900)}`],
    ['has one hyphen 20,000 times', '-'.repeat(20_000)],
    ['has characters of two halves, after one with the same second half', `\u{1fa00}${'\u{1f600}'.repeat(1000)}`],
  ])('leaves the repetition of a text that %s to the shell', (_, text) => {
    const quoted = quoteForShell(text)
    expect(quoted.length).toBeLessThan(150)
    expect(inShell(quoted)).toEqual([text])
  })
})
