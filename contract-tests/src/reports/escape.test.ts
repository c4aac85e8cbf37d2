import { expect, test } from 'vitest'
import { escapeAttribute, escapeText, toPrintable, toPrintableLine } from './escape.ts'

test('replaces what steers a terminal, turns a line around or breaks XML, and keeps everything else', () => {
  expect(toPrintable('a\u001b[31mb\u0000\u007f\u009b\u202e\ud800\uffff')).toBe(`a\ufffd[31mb${'\ufffd'.repeat(6)}`)
  expect(toPrintable('täb\tline\r\nnext 😀 👩‍💻 中')).toBe('täb\tline\nnext 😀 👩‍💻 中')
})

test('does not join what a control character keeps apart', () => {
  expect(toPrintable('sec\u0000ret')).not.toContain('secret')
})

test('puts text on one line', () => {
  expect(toPrintableLine(' a\n\n b\tc ')).toBe('a b c')
})

test('nothing ends a tag, an attribute, a CDATA section or a document', () => {
  expect(escapeText(`</p>]]>"'&amp;\u0000`)).toBe('&lt;/p&gt;]]&gt;&#34;&#39;&amp;amp;\ufffd')
  expect(escapeAttribute('a\n\tb')).toBe('a&#10;&#9;b')
})
