import { expect, test } from 'vitest'
import { toPrintable, toPrintableJson, toPrintableLine } from './printable.ts'

test('replaces characters that control a terminal or break XML, and no others', () => {
  expect(toPrintable('a\u001b[31mb\u0000\u007f\u009b\ud800\uffff')).toBe(`a\ufffd[31mb${'\ufffd'.repeat(5)}`)
  expect(toPrintable('a\u202eb\u2066\u061c')).toBe('a\\u202eb\\u2066\\u061c')
  expect(toPrintable('täb\tline\r\nnext 😀 👩‍💻 中')).toBe('täb\tline\nnext 😀 👩‍💻 中')
})

test('no character with the property Bidi_Control reaches a terminal', () => {
  for (let code = 0; code < 0x1_10_00; code += 1) {
    const character = String.fromCodePoint(code)
    if (!/\p{Bidi_Control}/u.test(character)) continue
    const escaped = `a\\u${code.toString(16).padStart(4, '0')}b`
    expect(toPrintable(`a${character}b`)).toBe(escaped)
    expect(toPrintableLine(`a${character}b`)).toBe(escaped)
    expect(toPrintableJson(`"a${character}b"`)).toBe(`"${escaped}"`)
  }
})

test('characters between the parts of a secret do not vanish', () => {
  expect(toPrintable('sec\u0000ret')).not.toContain('secret')
})

test.each([
  ['::error::no', ': :error::no'],
  ['ok\n  ::stop-commands::x\r\n\u3000::add-mask::y', 'ok\n  : :stop-commands::x\n\u3000: :add-mask::y'],
  ['ok\r::warning::x', 'ok\ufffd::warning::x'],
  ['a ##[error]no ##vso[task.complete] ##teamcity[x]', 'a # #[error]no # #vso[task.complete] # #teamcity[x]'],
  ['std::vector\n## Heading [a]', 'std::vector\n## Heading [a]'],
])('the commands of CI services in %j have no effect', (text, output) => {
  expect(toPrintable(text)).toBe(output)
})

test('a line stays one line', () => {
  expect(toPrintableLine(' a\n\n b\tc ')).toBe('a b c')
})

test('a JSON text without control characters stays the same JSON', () => {
  const value = { 'a\u009b': 'b\u202e##[error]\ud800\t\n\u007f😀' }
  for (const json of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
    const printable = toPrintableJson(json)
    expect(JSON.parse(printable)).toEqual(value)
    expect(printable).not.toMatch(/[\u007f-\u009f\u202e]|##\[/)
    expect(printable).toContain('😀')
  }
})
