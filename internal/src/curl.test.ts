import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quoteForShell, toCurl } from './curl.ts'

const value = 'k"ey+with/odd=chars'
const words = new Map([[value, '"$ECHO_KEY"']])

function inShell(word: string): string {
  return execFileSync('sh', ['-c', `printf %s ${word}`], { env: { PATH: process.env['PATH'], ECHO_KEY: value } }).toString()
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
})

describe('quoteForShell()', () => {
  test('quotes any text as one word that a shell reads unchanged', () => {
    const text = fc.string({ unit: fc.oneof(fc.constantFrom("'", '"', '\\', '$', '`', '\n', '!', '%', ' ', value), fc.string()) })
    const plain = text.filter((candidate) => !candidate.includes('\0'))
    fc.assert(
      fc.property(plain, (given) => inShell(quoteForShell(given, words)) === given),
      { numRuns: 100 },
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
      fc.property(parts, (repeated) => {
        const text = repeated.map(([of, times]) => of.repeat(times)).join('')
        return inShell(quoteForShell(text)) === text
      }),
      { numRuns: 50 },
    )
  })

  test('hides a part that a word replaces', () => {
    expect(quoteForShell(`it's "${value}" and $HOME`, words)).not.toContain(value)
  })

  test.each([
    ['has a sentence 6000 times', `{"a":"it's ${'50 % of \\ "it". '.repeat(6000)}"}`],
    ['has one character 20,000 times', '['.repeat(20_000)],
    ['has two repetitions', `${'ab'.repeat(900)}and${'cd'.repeat(900)}`],
    ['has characters of two halves, after one with the same second half', `\u{1fa00}${'\u{1f600}'.repeat(1000)}`],
  ])('leaves the repetition of a text that %s to the shell', (_, text) => {
    const quoted = quoteForShell(text)
    expect(quoted.length).toBeLessThan(150)
    expect(inShell(quoted)).toBe(text)
  })
})
