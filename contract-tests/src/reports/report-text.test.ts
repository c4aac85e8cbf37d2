import { expect, test } from 'vitest'
import { escapeAttribute, escapeText } from './report-text.ts'

test('escapes text so that it cannot end a tag, an attribute, a CDATA section or a document', () => {
  expect(escapeText(`</p>]]>"'&amp;\u0000`)).toBe('&lt;/p&gt;]]&gt;&#34;&#39;&amp;amp;\ufffd')
  expect(escapeAttribute('a\n\tb')).toBe('a&#10;&#9;b')
})
