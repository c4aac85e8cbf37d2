import type { CatalogueEntry } from '../catalogue.ts'

/** A name of a member in nested data that some servers change. */
export interface NameEntry extends CatalogueEntry {
  readonly name: string
  /** The name that the library of the source makes of it. Undefined means that the member is dropped. */
  readonly becomes: string | undefined
  /** The value of the member. @default any value, since only the name matters */
  readonly value?: unknown
}

type NameRow = readonly [name: string, becomes: string | undefined, source: string, value?: unknown]

/** Names of members that programs between client and workflow are known to change. */
export const names: readonly NameEntry[] = [
  ...createEntries('case', [
    ['camelCase', 'camel_case', 'Rails: underscore; humps: decamelizeKeys'],
    ['snake_case', 'snakeCase', 'camelcase-keys; Newtonsoft.Json: CamelCasePropertyNamesContractResolver'],
    ['PascalCase', 'pascalCase', 'ASP.NET Core: CamelCasePropertyNamesContractResolver'],
    ['kebab-case', 'kebab_case', 'Rails: underscore'],
    ['ID', 'id', 'PHP: array_change_key_case; HTTP headers'],
  ]),
  ...createEntries('path', [
    ['app.example.org/name', 'app_example_org/name', 'MongoDB before 3.6: no dot in a name'],
    ['first.last', 'first', 'lodash: set with a path'],
    ['list[a]', 'list', 'PHP and qs: names in brackets'],
    ['list[]', 'list', 'PHP and Rails: names in brackets'],
    ['a~1b', 'a/b', 'RFC 6901: escapes of JSON pointers'],
    ['back\\slash', 'backslash', 'PHP: stripslashes'],
    ['soap:x-y', 'x-y', 'XML: prefixes of namespaces'],
    ['*', undefined, 'JSONPath: every member'],
  ]),
  ...createEntries('sigil', [
    ['$schema', undefined, 'MongoDB and express-mongo-sanitize: names with $'],
    ['_id', undefined, 'MongoDB: the id of a document; private members'],
    ['_token', undefined, 'Laravel: the token of a form'],
    ['@id', 'id', 'XML to JSON: attributes; JSON-LD'],
    ['a&b<c', 'a&amp;b&lt;c', 'PHP: htmlspecialchars'],
    ['two words', 'two_words', 'PHP: spaces in names of variables'],
    [' padded ', 'padded', 'String.trim'],
    ['', undefined, 'PHP before 7.1: a name that is empty; DynamoDB'],
  ]),
  ...createEntries('word', [
    ['password', undefined, 'filters of logs that change the data itself'],
    ['this', undefined, 'JavaScript templates'],
    ['class', 'className', 'React; Java: getClass'],
    ['GLOBALS', undefined, 'PHP: extract'],
    ['007', '7', 'conversions of texts of digits'],
    ['1.5', '1', 'lodash: set with a path'],
  ]),
  ...createEntries('character', [
    ['e\u0301', '\u00e9', 'Unicode: NFC'],
    ['größe', 'gr??e', 'Latin-1 and ASCII'],
    ['😀', '?', 'MySQL: utf8mb3'],
    ['long '.repeat(60), 'long '.repeat(60).slice(0, 255), 'a column of 255 characters'],
  ]),
]

/** Names that are inherited by every object in JavaScript, or are methods in Python or Ruby. */
export const inheritedNames: readonly NameEntry[] = createEntries('inherited', [
  ['constructor', undefined, 'secure-json-parse, which Fastify uses; lodash: merge', { prototype: { b: 5 } }],
  ['__proto__', undefined, 'secure-json-parse, which Fastify uses; an assignment sets the prototype', { a: 2 }],
  ['toString', undefined, 'JavaScript: a lookup in a plain object', '3'],
  ['prototype', undefined, 'lodash: merge, since CVE-2018-16487', [4]],
  ['items', undefined, 'Jinja and Django: methods of a dictionary'],
  ['keys', undefined, 'Jinja and Django: methods of a dictionary'],
  ['values', undefined, 'Jinja and Django: methods of a dictionary'],
  ['get', undefined, 'Jinja and Django: methods of a dictionary'],
  ['size', undefined, 'Liquid: the size of a hash'],
])

function createEntries(kind: string, rows: readonly NameRow[]): NameEntry[] {
  return rows.map(([name, becomes, source, value]) => ({ id: `name-${name}`, kind, name, becomes, source, value }))
}
