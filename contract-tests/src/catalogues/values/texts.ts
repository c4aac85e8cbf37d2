import { createEntries, type ValueEntry } from './value-entry.ts'

/** The types of YAML 1.1 are at https://yaml.org/type/. */
const YAML = 'YAML 1.1: type'
const MARKDOWN = 'markdown-it: typographer'
const PRINTABLE = 'Python: a filter with str.isprintable'
const LATIN = 'Python: encode("latin-1", "replace")'

/** Texts that look like another type, and that some libraries convert to it. */
const convertedTexts: readonly ValueEntry[] = [
  ...createEntries('number', [
    ['whole', '12', 12, 'PHP: JSON_NUMERIC_CHECK'],
    ['exponent', '1e5', 100_000, 'PHP: JSON_NUMERIC_CHECK'],
    ['hexadecimal', '0x1F', 31, `JavaScript: Number; ${YAML} int`],
    ['octal', '0o17', 15, 'JavaScript: Number; YAML 1.2: core schema'],
    ['binary', '0b101', 5, 'JavaScript: Number'],
    ['underscore', '1_000', 1000, 'Python: int; Ruby: Integer'],
    ['zeros', '00012', 12, 'PHP: JSON_NUMERIC_CHECK'],
    ['plus', '+1', 1, 'PHP: JSON_NUMERIC_CHECK; JavaScript: Number'],
    ['decimals', '12.0', 12, 'PHP: JSON_NUMERIC_CHECK'],
    ['thousands', '1,000', 1000, 'Python: locale.atoi'],
    ['beyond-double', '9007199254740993', 2 ** 53, 'JavaScript: Number'],
    ['huge', '1e400', null, 'JavaScript: Number is Infinity, and JSON.stringify writes null'],
    ['arabic-digits', '١٢', 12, 'Python: int reads decimal digits of every script'],
    ['sexagesimal', '12:30:45', 45_045, `${YAML} int, base 60`],
    ['zero', '0', 0, 'PHP: JSON_NUMERIC_CHECK'],
    ['minus-zero', '-0', 0, 'PHP: JSON_NUMERIC_CHECK'],
  ]),
  ...createEntries('word', [
    ['true', 'true', true, 'JavaScript: JSON.parse of a text; Jackson: ALLOW_COERCION_OF_SCALARS'],
    ['false', 'false', false, 'JavaScript: JSON.parse of a text; Jackson: ALLOW_COERCION_OF_SCALARS'],
    ['yes', 'yes', true, `${YAML} bool`],
    ['no', 'no', false, `${YAML} bool`],
    ['on', 'on', true, `${YAML} bool`],
    ['y', 'y', true, `${YAML} bool`],
    ['null', 'null', null, 'JavaScript: JSON.parse of a text'],
    ['tilde', '~', null, `${YAML} null`],
    ['none', 'None', null, 'Python: ast.literal_eval'],
    ['undefined', 'undefined', null, 'JavaScript: String(undefined), read back as undefined'],
    ['nan', 'NaN', null, 'JavaScript: JSON.stringify(Number("NaN"))'],
    ['infinity', 'Infinity', null, 'JavaScript: JSON.stringify(Number("Infinity"))'],
    ['empty', '', null, 'Laravel: ConvertEmptyStringsToNull; Oracle: an empty text is NULL'],
  ]),
  ...createEntries('date', [
    [
      'utc',
      '2026-01-31T07:00:00Z',
      '2026-01-31T07:00:00.000Z',
      'Newtonsoft.Json: DateParseHandling.DateTime, by default; JavaScript: Date',
    ],
    [
      'offset',
      '2026-01-31T09:00:00+02:00',
      '2026-01-31T07:00:00.000Z',
      'Newtonsoft.Json: DateParseHandling.DateTime, by default; PostgreSQL: timestamptz',
    ],
    ['nanoseconds', '2026-01-31T07:00:00.123456789Z', '2026-01-31T07:00:00.123Z', 'JavaScript: Date has milliseconds'],
    ['day', '2026-01-31', '2026-01-31T00:00:00Z', 'Go: encoding/json of time.Time'],
    ['local', '2026-01-31 07:00:00', '2026-01-31T07:00:00', 'PostgreSQL: to_json of a timestamp; Python: datetime.isoformat'],
    ['microsoft', '/Date(1769842800000)/', '2026-01-31T07:00:00Z', 'Newtonsoft.Json: DateParseHandling'],
    ['month-first', '01/02/2026', '2026-01-02', 'PHP: strtotime'],
  ]),
  ...createEntries('structured', [
    ['quoted', '"quoted"', 'quoted', 'JavaScript: JSON.parse of a text'],
    ['list', '[true]', [true], 'JavaScript: JSON.parse of a text'],
    ['object', '{"a":[]}', { a: [] }, 'JavaScript: JSON.parse of a text; MySQL: JSON columns'],
    ['php', 'i:7;', 7, 'WordPress: maybe_unserialize'],
    ['commas', 'a,b', ['a', 'b'], 'Spring: a text with commas becomes an array; qs: option comma'],
    ['base64', 'aGVsbG8gd29ybGQ=', 'hello world', 'Go: []byte; Jackson: byte[]; ProtoJSON: bytes'],
    [
      'uuid',
      'A987FBC9-4BED-4078-8F07-9141BA07C9F3',
      'a987fbc9-4bed-4078-8f07-9141ba07c9f3',
      'PostgreSQL: uuid; Python: uuid.UUID',
    ],
    [
      'uuid-braces',
      '{a987fbc9-4bed-4078-8f07-9141ba07c9f3}',
      'a987fbc9-4bed-4078-8f07-9141ba07c9f3',
      'PostgreSQL: uuid; .NET: Guid.Parse',
    ],
    ['ipv6', '2001:DB8::0001', '2001:db8::1', 'RFC 5952, section 4: the canonical text of an address; PostgreSQL: inet'],
    ['url', 'HTTP://Example.ORG:80/a/../b', 'http://example.org/b', 'WHATWG URL: the serializer; pydantic: AnyUrl'],
    ['origin', 'https://example.org', 'https://example.org/', 'pydantic 2: AnyUrl adds a slash'],
    ['email', 'Ada@Example.ORG', 'ada@example.org', 'validator.js: normalizeEmail'],
    ['path', '../../x', 'x', 'PHP: basename; Ruby: File.basename'],
    ['home', '~/x', '/root/x', 'Python: os.path.expanduser'],
    ['file', '@home', '', 'curl: @ before the name of a file'],
  ]),
]

/** Texts that some libraries change. */
const editedTexts: readonly ValueEntry[] = [
  ...createEntries('trimmed', [
    ['spaces', ' padded ', 'padded', 'Laravel: TrimStrings'],
    ['line-feed', 'line\n', 'line', 'Laravel: TrimStrings; Ruby: String#chomp'],
    ['mark', '\ufeffmark', 'mark', 'JavaScript: TextDecoder skips a byte order mark'],
    ['doubled', 'two  spaces', 'two spaces', 'XPath 1.0: normalize-space'],
    ['quotes', "'single'", 'single', 'dotenv: values in quotes; Python: shlex.split'],
  ]),
  ...createEntries('normalized', [
    ['nfc', 'e\u0301', '\u00e9', 'JavaScript: String.normalize'],
    ['nfkc', 'ＡＢＣ', 'ABC', 'JavaScript: String.normalize("NFKC"); Python: identifiers are normalized to NFKC'],
    ['ligature', 'ﬁle', 'file', 'JavaScript: String.normalize("NFKC")'],
    ['angstrom', '\u212b', '\u00c5', 'JavaScript: String.normalize'],
    ['soft-hyphen', 'soft\u00adhyphen', 'softhyphen', PRINTABLE],
    ['joiner', '👩‍👧', '👩👧', PRINTABLE],
    ['variation', '❤\ufe0f', '❤', 'twemoji: U+FE0F is removed from a text without U+200D'],
    ['bidi', '\u202eabc', 'abc', `${PRINTABLE}; CVE-2021-42574: Trojan Source`],
    ['noncharacter', 'no character: \ufffe', 'no character: ', `${PRINTABLE}; XML 1.0, section 2.2: no such character`],
    ['private', '\ue000', '', PRINTABLE],
    ['control', 'a\u0001b', 'ab', `${PRINTABLE}; XML 1.0, section 2.2: no such character`],
    ['next-line', 'a\u0085b', 'a\nb', 'XML 1.1, section 2.11: ends of lines; Python: str.splitlines'],
    ['vertical-tab', 'a\u000bb', 'a\nb', 'Python: str.splitlines'],
    ['form-feed', 'a\fb', 'a\nb', 'Python: str.splitlines'],
    ['ideograph', '𠮷', '?', `MySQL: utf8mb3 in non-strict mode; ${LATIN}`],
    ['replacement', 'found: \ufffd', 'found: ?', LATIN],
  ]),
  ...createEntries('escaped', [
    ['apostrophe', "O'Brien", "O''Brien", "SQLite: printf('%q') doubles quotation marks"],
    ['backslash', 'C:\\new', 'C:\new', 'JavaScript: JSON.parse of a text between quotation marks'],
    ['escaped-letter', '\\u0041', 'A', 'JavaScript: JSON.parse of a text between quotation marks'],
    ['percent', '50%20off', '50 off', 'JavaScript: decodeURIComponent'],
    ['percent-twice', '100%%', '100%', 'C: printf; Python: the operator %'],
    ['ampersand', 'a & b', 'a &amp; b', 'PHP: htmlspecialchars; express-validator: escape'],
    ['entity', 'x &lt; y', 'x < y', 'Python: html.unescape'],
    ['plus', 'a+b', 'a b', 'JavaScript: URLSearchParams reads + as a space'],
    ['formula', '=1+1', "'=1+1", 'CWE-1236: formulas in a CSV file, which OWASP escapes with an apostrophe'],
  ]),
  ...createEntries('sanitized', [
    ['script', '<script>x</script>', '', 'DOMPurify: sanitize; xss: stripIgnoreTagBody'],
    ['unclosed', 'a <b', 'a ', 'PHP: strip_tags'],
    ['php', '<?php x', '', 'PHP: strip_tags'],
    ['cdata', 'a]]>b', 'a]]&gt;b', 'XML 1.0, section 2.4: ]]> must be escaped'],
    ['sql', "' OR 1=1 --", '', 'CWE-89: a filter that removes what looks like an attack'],
    ['secret', 'password=hunter2', 'password=***', 'Logback: %replace masks a part of a message'],
    ['card', '4111 1111 1111 1111', '**** **** **** 1111', 'Presidio: operator mask'],
    ['smart-quotes', '“x’s”', '"x\'s"', 'Unidecode: unidecode'],
    ['dashes', 'a -- b', 'a – b', MARKDOWN],
    ['dots', 'wait...', 'wait…', MARKDOWN],
    ['copyright', '(c)', '©', MARKDOWN],
    ['shortcode', ':smile:', '😄', 'markdown-it-emoji: codes of emoji'],
  ]),
  ...createEntries('template', [
    ['shell', '$HOME $$ %PATH%', '/root $$ %PATH%', 'Python: os.path.expandvars; dotenv-expand: expand'],
    ['mustache', '{{x}}', '', 'Jinja: {{}}; Handlebars: {{}}'],
    ['placeholder', `\${x}`, '', 'Spring: property placeholders; lodash: template'],
    ['erb', '<%= x %>', '', 'ERB: <%= %>; EJS: <%= %>'],
    ['printf', '%s', '', 'Bash: printf'],
    ['replacement', '$1 $&', '$1 {value}', 'JavaScript: String.replace with a text'],
    ['logic-apps', '@@if(x)', '@if(x)', 'Azure Logic Apps: @@ is @'],
  ]),
]

/** Texts that programs between client and workflow are known to change. */
export const texts: readonly ValueEntry[] = [...convertedTexts, ...editedTexts]

/** Characters and words that some libraries change anywhere in a text. They are sent in one text. */
export const textParts: readonly ValueEntry[] = createEntries('part', [
  ['start', '  snowman ☃', 'snowman ☃', 'JavaScript: String.trim'],
  ['quotes', 'and "quotes"', 'and \\"quotes\\"', 'PHP: addslashes'],
  ['markup', '<b>', '&lt;b&gt;', 'PHP: htmlspecialchars; express-validator: escape'],
  ['entity', '&amp;', '&', 'Python: html.unescape'],
  ['numeric-entity', '&#39;', "'", 'Python: html.unescape'],
  ['emoji', '😀', '?', `MySQL: utf8mb3 in non-strict mode; ${LATIN}`],
  ['address', 'https://x.test/?a=%2C+b', 'https://x.test/?a=, b', 'JavaScript: URLSearchParams, for a text with an address'],
  ['combining', 'e\u0301', '\u00e9', 'JavaScript: String.normalize'],
  ['no-break-space', '\u00a0', ' ', 'JavaScript: replace of \\s by a space'],
  ['zero-width', '\u200b', '', PRINTABLE],
  ['mark', ' \ufeff', ' ', 'JavaScript: replace of \\s+ by a space'],
  ['line-separator', '\u2028', '\n', 'Python: str.splitlines'],
  ['terminal', '\u001b[31m', '', 'Node: util.stripVTControlCharacters'],
  ['delete', '\u007f', '', PRINTABLE],
  ['windows', '\t\r\n', '\t\n', 'XML 1.0, section 2.11: ends of lines; git: autocrlf'],
  ['mustache', '{{x}}', '', 'Jinja: {{}}; Handlebars: {{}}'],
  ['placeholder', `\${x}`, '', 'Spring: property placeholders'],
  ['erb', '<%= x %>', '', 'ERB: <%= %>; EJS: <%= %>'],
  ['printf', '%s $1', ' $1', 'Bash: printf'],
])
