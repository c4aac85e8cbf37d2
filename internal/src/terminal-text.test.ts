import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { canShowUnicode, createMarks, createPaint, drawBox, toAsciiMarks } from './terminal-text.ts'

describe.skipIf(process.platform === 'win32')('the environment of a command decides whether its marks are Unicode', () => {
  test.each([
    [{}, true],
    [{ TERM: 'xterm-256color', LANG: 'de_DE.UTF-8' }, true],
    [{ TERM: 'xterm-256color', LANG: 'C.utf8' }, true],
    [{ TERM: 'linux', LANG: 'en_US.UTF-8' }, false],
    [{ TERM: 'dumb', LANG: 'en_US.UTF-8' }, false],
    [{ TERM: 'xterm-256color', LANG: 'C' }, false],
    [{ TERM: 'xterm-256color', LANG: 'de_DE.ISO-8859-1' }, false],
    [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, false],
    [{ LC_ALL: '', LC_CTYPE: 'en_US.UTF-8', LANG: 'C' }, true],
  ])('%o: %s', (environment, expected) => {
    expect(canShowUnicode(environment)).toBe(expected)
  })
})

test('marks in ASCII keep their meaning, and other characters stay', () => {
  expect(toAsciiMarks('✓ passed  ✕ failed  – idle  ×12  · …')).toBe('ok passed  x failed  - idle  x12  . ...')
  expect(createMarks({ TERM: 'linux' })('✓ Grüße')).toBe('ok Grüße')
  expect(createMarks({ TERM: 'xterm', LANG: 'C.UTF-8' })('✓ Grüße')).toBe('✓ Grüße')
})

test('a box is as wide as the terminal, also around lines with colours', () => {
  const paint = createPaint({ address: 36 }, true)
  const lines = drawBox([`Server  ${paint('address', 'http://127.0.0.1')}`, 'Next'], {
    columns: 40,
    paint: (text) => text,
  }).split('\n')
  expect(lines.map((line) => stripVTControlCharacters(line).length)).toEqual([40, 40, 40, 40])
  expect(lines[1]).toContain('\u001b[36mhttp://127.0.0.1\u001b[0m')
})

test('a line that is too long for its box continues on the next line, without its colours', () => {
  const paint = createPaint({ address: 36 }, true)
  const line = paint('address', 'one two three four')
  expect(drawBox([line], { columns: 16, paint: (text) => text }).split('\n')).toEqual([
    '╭──────────────╮',
    '│ one two      │',
    '│ three four   │',
    '╰──────────────╯',
  ])
})
