import type { CatalogueEntry } from './catalogue.ts'
import { toPercentEncoding } from './rewrite-text.ts'

/** An identifier that a server may confuse with another one: longer, shorter, with a pattern, or in another notation. */
export interface SimilarIdentifier extends CatalogueEntry {
  /** Writes the similar identifier. It may be equal to the identifier, for example if that has no vowel. */
  readonly write: (identifier: string) => string
}

/** Flow ids that resemble the id of a workflow (FLOW-UNKNOWN). */
export const similarFlowIds: readonly SimilarIdentifier[] = [
  { id: 'longer', kind: 'longer', source: 'SQL: LIKE CONCAT(id, "%"); String.startsWith', write: (flowId) => `${flowId}-x` },
  { id: 'format', kind: 'suffix', source: 'Rails: (.:format) in a route', write: (flowId) => `${flowId}.json` },
  { id: 'matrix', kind: 'suffix', source: 'RFC 3986, section 3.3; Spring: matrix variables', write: (flowId) => `${flowId};x=1` },
  { id: 'percent', kind: 'pattern', source: 'SQL: LIKE', write: (flowId) => `${withoutEnd(flowId)}%` },
  { id: 'underscore', kind: 'pattern', source: 'SQL: LIKE', write: (flowId) => `${withoutEnd(flowId)}_` },
  { id: 'zero-before', kind: 'trimmed', source: 'PHP: numeric strings with ==', write: (flowId) => `0${flowId}` },
  { id: 'space-before', kind: 'trimmed', source: 'String.trim', write: (flowId) => ` ${flowId}` },
  { id: 'folder', kind: 'path', source: 'basename of a path', write: (flowId) => `x/${flowId}` },
  {
    id: 'same-folder',
    kind: 'path',
    source: 'RFC 3986, section 5.2.4, after percent-decoding',
    write: (flowId) => `./${flowId}`,
  },
  { id: 'backslash', kind: 'path', source: 'WHATWG URL: \\ is /; Windows paths', write: (flowId) => `x\\${flowId}` },
  {
    id: 'space-after',
    kind: 'trimmed',
    source: 'MySQL: PAD SPACE collations ignore spaces at the end',
    write: (flowId) => `${flowId} `,
  },
  { id: 'line-feed', kind: 'trimmed', source: 'PCRE and Python: $ matches before a line feed', write: (flowId) => `${flowId}\n` },
  { id: 'zero-byte', kind: 'cut', source: 'C: strings end at a zero byte; CWE-158', write: (flowId) => `${flowId}\0x` },
  { id: 'invisible', kind: 'normalized', source: 'ICU collations ignore U+200B', write: (flowId) => `${flowId}\u200b` },
  { id: 'sql', kind: 'pattern', source: 'CWE-89', write: (flowId) => `${flowId}' OR '1'='1` },
  { id: 'shorter', kind: 'cut', source: 'String.includes, and prefixes of ids as in git', write: withoutEnd },
  {
    id: 'encoded-twice',
    kind: 'encoded',
    source: 'CWE-174: frameworks and gateways that decode a second time',
    write: toPercentEncoding,
  },
  { id: 'accent', kind: 'normalized', source: 'MySQL: utf8mb4_0900_ai_ci ignores accents', write: addAccent },
  { id: 'case', kind: 'case', source: 'MySQL and SQL Server: collations that ignore case', write: swapCase },
  { id: 'length-255', kind: 'length', source: 'a column of 255 characters', write: (flowId) => flowId.padEnd(256, 'x') },
  {
    id: 'length-300',
    kind: 'length',
    source: 'a key of an index, and an error in place of a refusal',
    write: (flowId) => flowId.padEnd(300, 'x'),
  },
  {
    id: 'length-1024',
    kind: 'length',
    source: 'Fastify: maxParamLength; file names',
    write: (flowId) => flowId.padEnd(1024, 'x'),
  },
  {
    id: 'length-4096',
    kind: 'length',
    source: 'nginx: large_client_header_buffers',
    write: (flowId) => flowId.padEnd(4096, 'x'),
  },
]

/** Names that resemble the name of a required parameter (RUN-ARG-NAME). */
export const similarNames: readonly SimilarIdentifier[] = [
  { id: 'case', kind: 'case', source: 'Go: encoding/json matches names in any case; MySQL collations', write: swapCase },
  { id: 'full-width', kind: 'normalized', source: 'Unicode: NFKC', write: toFullWidth },
  { id: 'other-style', kind: 'case', source: 'Rails: underscore; Jackson: PropertyNamingStrategies', write: toOtherNamingStyle },
  { id: 'accent', kind: 'normalized', source: 'MySQL: utf8mb4_0900_ai_ci ignores accents', write: addAccent },
  { id: 'space-before', kind: 'trimmed', source: 'String.trim', write: (name) => ` ${name}` },
  { id: 'dollar', kind: 'sigil', source: 'PHP and templates: $ before a variable', write: (name) => `$${name}` },
  { id: 'object', kind: 'path', source: 'lodash: get with a path', write: (name) => `x.${name}` },
  { id: 'pointer', kind: 'path', source: 'RFC 6901: JSON pointers', write: (name) => `x/${name}` },
  { id: 'space-after', kind: 'trimmed', source: 'MySQL: PAD SPACE collations', write: (name) => `${name} ` },
  { id: 'line-feed', kind: 'trimmed', source: 'PCRE and Python: $ matches before a line feed', write: (name) => `${name}\n` },
  { id: 'zero-byte', kind: 'cut', source: 'C: strings end at a zero byte', write: (name) => `${name}\0x` },
  { id: 'invisible', kind: 'normalized', source: 'ICU collations ignore U+200B', write: (name) => `${name}\u200b` },
  { id: 'member', kind: 'path', source: 'lodash: set with a path', write: (name) => `${name}.x` },
  { id: 'type', kind: 'sigil', source: 'FormData of several clients: name:type', write: (name) => `${name}:x` },
  { id: 'brackets', kind: 'path', source: 'PHP and qs: names in brackets', write: (name) => `${name}[x]` },
  { id: 'shorter', kind: 'cut', source: 'argparse and getopt: a part of a name is enough', write: withoutEnd },
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
