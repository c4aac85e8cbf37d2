import type { CatalogueEntry } from './catalogue.ts'
import { toPercentEncoding } from './rewrite-text.ts'

/** An identifier that a server may confuse with another one: longer, shorter, with a pattern, or in another notation. */
export interface SimilarIdentifier extends CatalogueEntry {
  /** Writes the similar identifier. It may be equal to the identifier, for example if that has no vowel. */
  readonly write: (identifier: string) => string
}

/** Flow ids that resemble the id of a workflow (FLOW-UNKNOWN). */
export const similarFlowIds: readonly SimilarIdentifier[] = [
  {
    id: 'longer',
    kind: 'suffix',
    source: 'SQL: LIKE with % after the id; JavaScript: String.startsWith',
    write: (flowId) => `${flowId}-x`,
  },
  { id: 'format', kind: 'suffix', source: 'Rails: (.:format) in a route, by default', write: (flowId) => `${flowId}.json` },
  {
    id: 'matrix',
    kind: 'suffix',
    source: 'RFC 3986, section 3.3: parameters of a segment; Spring: UrlPathHelper removes them, by default',
    write: (flowId) => `${flowId};x=1`,
  },
  { id: 'percent', kind: 'pattern', source: 'SQL: LIKE reads % as any text', write: (flowId) => `${withoutEnd(flowId)}%` },
  {
    id: 'underscore',
    kind: 'pattern',
    source: 'SQL: LIKE reads _ as any character',
    write: (flowId) => `${withoutEnd(flowId)}_`,
  },
  { id: 'zero-before', kind: 'trimmed', source: 'PHP: == compares numeric strings as numbers', write: (flowId) => `0${flowId}` },
  { id: 'space-before', kind: 'trimmed', source: 'JavaScript: String.trim', write: (flowId) => ` ${flowId}` },
  { id: 'folder', kind: 'path', source: 'PHP: basename', write: (flowId) => `x/${flowId}` },
  {
    id: 'same-folder',
    kind: 'path',
    source: 'RFC 3986, section 5.2.4: dot segments, removed after percent-decoding',
    write: (flowId) => `./${flowId}`,
  },
  {
    id: 'backslash',
    kind: 'path',
    source: 'WHATWG URL: \\ is /; Windows: \\ separates folders',
    write: (flowId) => `x\\${flowId}`,
  },
  {
    id: 'space-after',
    kind: 'trimmed',
    source: 'MySQL: PAD SPACE collations ignore spaces at the end',
    write: (flowId) => `${flowId} `,
  },
  {
    id: 'line-feed',
    kind: 'trimmed',
    source: 'PCRE: $ matches before a line feed; Python: $ matches before a line feed',
    write: (flowId) => `${flowId}\n`,
  },
  { id: 'zero-byte', kind: 'cut', source: 'CWE-158: a string ends at a zero byte', write: (flowId) => `${flowId}\0x` },
  { id: 'invisible', kind: 'normalized', source: 'ICU: collations ignore U+200B', write: (flowId) => `${flowId}\u200b` },
  { id: 'sql', kind: 'pattern', source: 'CWE-89: a query that is joined from texts', write: (flowId) => `${flowId}' OR '1'='1` },
  { id: 'shorter', kind: 'cut', source: 'JavaScript: String.includes; git: a part of an id is enough', write: withoutEnd },
  {
    id: 'encoded-twice',
    kind: 'encoded',
    source: 'CWE-174: frameworks and gateways that decode a second time',
    write: toPercentEncoding,
  },
  { id: 'accent', kind: 'normalized', source: 'MySQL: utf8mb4_0900_ai_ci ignores accents', write: addAccent },
  {
    id: 'case',
    kind: 'case',
    source: 'MySQL: utf8mb4_0900_ai_ci ignores case; SQL Server: collations ignore case, by default',
    write: swapCase,
  },
  {
    id: 'length-255',
    kind: 'length',
    source: 'MySQL: VARCHAR(255) cuts a text in non-strict mode',
    write: (flowId) => flowId.padEnd(256, 'x'),
  },
  {
    id: 'length-300',
    kind: 'length',
    source: 'Memcached: a key of more than 250 bytes is an error',
    write: (flowId) => flowId.padEnd(300, 'x'),
  },
  {
    id: 'length-1024',
    kind: 'length',
    source: 'Fastify: maxParamLength 100; Linux: a file name of more than 255 bytes is an error',
    write: (flowId) => flowId.padEnd(1024, 'x'),
  },
  {
    id: 'length-4096',
    kind: 'length',
    source: 'uWSGI: buffer-size 4096, by default; Apache: LimitRequestLine 8190',
    write: (flowId) => flowId.padEnd(4096, 'x'),
  },
]

/** Names that resemble the name of a required parameter (RUN-ARG-NAME). */
export const similarNames: readonly SimilarIdentifier[] = [
  { id: 'case', kind: 'case', source: 'Go: encoding/json matches names in any case', write: swapCase },
  { id: 'full-width', kind: 'normalized', source: 'Python: identifiers are normalized to NFKC', write: toFullWidth },
  { id: 'other-style', kind: 'case', source: 'Rails: underscore; Jackson: PropertyNamingStrategies', write: toOtherNamingStyle },
  { id: 'accent', kind: 'normalized', source: 'MySQL: utf8mb4_0900_ai_ci ignores accents', write: addAccent },
  { id: 'space-before', kind: 'trimmed', source: 'JavaScript: String.trim', write: (name) => ` ${name}` },
  { id: 'dollar', kind: 'sigil', source: 'PHP: $ before a variable', write: (name) => `$${name}` },
  { id: 'object', kind: 'path', source: 'lodash: get with a path', write: (name) => `x.${name}` },
  {
    id: 'pointer',
    kind: 'path',
    source: 'RFC 6901, section 3: / separates the names of a pointer',
    write: (name) => `x/${name}`,
  },
  {
    id: 'space-after',
    kind: 'trimmed',
    source: 'MySQL: PAD SPACE collations ignore spaces at the end',
    write: (name) => `${name} `,
  },
  {
    id: 'line-feed',
    kind: 'trimmed',
    source: 'PCRE: $ matches before a line feed; Python: $ matches before a line feed',
    write: (name) => `${name}\n`,
  },
  { id: 'zero-byte', kind: 'cut', source: 'CWE-158: a string ends at a zero byte', write: (name) => `${name}\0x` },
  { id: 'invisible', kind: 'normalized', source: 'ICU: collations ignore U+200B', write: (name) => `${name}\u200b` },
  { id: 'member', kind: 'path', source: 'lodash: set with a path', write: (name) => `${name}.x` },
  { id: 'type', kind: 'sigil', source: 'jquery-serializeJSON: name:type', write: (name) => `${name}:x` },
  { id: 'brackets', kind: 'path', source: 'PHP: names in brackets; qs: names in brackets', write: (name) => `${name}[x]` },
  { id: 'shorter', kind: 'cut', source: 'Python: argparse accepts a part of a name, by default', write: withoutEnd },
]

/** Lists the identifiers that entries write, without those that are equal to the identifier. */
export function writeSimilar(
  entries: readonly SimilarIdentifier[],
  identifier: string,
): readonly { readonly entry: SimilarIdentifier; readonly similar: string }[] {
  const written = entries.map((entry) => ({ entry, similar: entry.write(identifier).normalize() }))
  return written.filter(({ similar }) => similar !== identifier)
}

/** Changes a text to lower case, or to upper case if it is in lower case already. */
export function swapCase(text: string): string {
  return text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
}

function withoutEnd(text: string): string {
  return text.slice(0, -1)
}

function addAccent(text: string): string {
  return text.replace(/[aeiou]/i, '$&\u0301')
}

/** Converts a name of several words from snake_case to camelCase, or back. A single word gets a capital letter. */
function toOtherNamingStyle(name: string): string {
  const camelCase = name.replaceAll(/[_.-]+(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (camelCase !== name) return camelCase

  const snakeCase = name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return snakeCase === name ? name.slice(0, 1).toUpperCase() + name.slice(1) : snakeCase
}

/** Converts printable ASCII to full-width characters, which Unicode normalization (NFKC) converts back. */
function toFullWidth(text: string): string {
  return text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0))
}
