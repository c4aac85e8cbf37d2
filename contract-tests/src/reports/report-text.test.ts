import { expect, test } from 'vitest'
import { escapeAttribute, escapeText, splitMessage } from './report-text.ts'

test('escapes text so that it cannot end a tag, an attribute, a CDATA section or a document', () => {
  expect(escapeText(`</p>]]>"'&amp;\u0000`)).toBe('&lt;/p&gt;]]&gt;&#34;&#39;&amp;amp;\ufffd')
  expect(escapeAttribute('a\n\tb')).toBe('a&#10;&#9;b')
})

test.each([
  ['expected status 400, found 200', { expected: 'status 400', found: '200' }],
  ['expected 1, found 2\nat $.a, found there', { expected: '1', found: '2\nat $.a, found there' }],
  ['expected a body without a stack trace', { expected: 'a body without a stack trace', found: undefined }],
  ['the target declares no fixture', { expected: undefined, found: undefined }],
])('splits %j into the expected and the found value', (message, parts) => {
  expect(splitMessage(message)).toEqual(parts)
})
