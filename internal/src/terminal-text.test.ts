import { describe, expect, test } from 'vitest'
import { canShowUnicode, createMarks, toAsciiMarks } from './terminal-text.ts'

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
