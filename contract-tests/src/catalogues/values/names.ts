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
    ['snake_case', 'snakeCase', 'camelcase-keys: each name; humps: camelizeKeys'],
    ['PascalCase', 'pascalCase', 'Newtonsoft.Json: CamelCasePropertyNamesContractResolver; humps: camelizeKeys'],
    ['kebab-case', 'kebab_case', 'Rails: underscore'],
    ['ID', 'id', 'PHP: array_change_key_case'],
  ]),
  ...createEntries('path', [
    ['app.example.org/name', 'app_example_org/name', 'PHP: parse_str; express-mongo-sanitize: replaceWith'],
    ['first.last', 'first', 'lodash: set with a path'],
    ['list[a]', 'list', 'PHP: parse_str; qs: parse'],
    ['list[]', 'list', 'PHP: parse_str; qs: parse'],
    ['a~1b', 'a/b', 'RFC 6901, section 4: ~1 is /'],
    ['back\\slash', 'backslash', 'PHP: stripslashes'],
    ['soap:x-y', 'x-y', 'fast-xml-parser: removeNSPrefix'],
    ['*', undefined, 'Laravel: data_set treats * as each member'],
  ]),
  ...createEntries('sigil', [
    ['$schema', undefined, 'express-mongo-sanitize: names with $ are removed'],
    ['_id', 'id', 'humps: camelizeKeys'],
    ['_token', undefined, 'class-transformer: excludePrefixes'],
    ['_bsontype', undefined, 'MongoDB: the driver of Node treats an object with _bsontype as a type of BSON', 'ObjectId'],
    ['@id', 'id', 'JSON-LD 1.1: a context with the alias id'],
    ['a&b<c', 'a&amp;b&lt;c', 'PHP: htmlspecialchars'],
    ['two words', 'two_words', 'PHP: parse_str'],
    [' padded ', 'padded', 'JavaScript: String.trim'],
    ['', undefined, 'qs: parse drops an empty name'],
  ]),
  ...createEntries('word', [
    ['password', undefined, 'Feathers: the hook protect("password")'],
    ['this', undefined, 'PHP: extract refuses the name this'],
    ['class', 'className', 'html-react-parser: attributesToProps'],
    ['GLOBALS', undefined, 'Yaf: a view skips a variable GLOBALS'],
    ['007', '7', 'YAML 1.1: type int, octal'],
    ['1.5', '1', 'lodash: set with a path'],
  ]),
  ...createEntries('character', [
    ['e\u0301', '\u00e9', 'JavaScript: String.normalize'],
    ['größe', 'gr??e', 'Python: encode("ascii", "replace")'],
    ['😀', '?', 'MySQL: utf8mb3 in non-strict mode; Python: encode("latin-1", "replace")'],
    ['long '.repeat(60), 'long '.repeat(60).slice(0, 255), 'MySQL: VARCHAR(255) cuts a text in non-strict mode'],
  ]),
]

/** Names that are inherited by every object in JavaScript, or are methods in Python or Ruby. */
export const inheritedNames: readonly NameEntry[] = createEntries('inherited', [
  ['constructor', undefined, 'secure-json-parse: constructorAction set to remove', { prototype: { b: 5 } }],
  [
    '__proto__',
    undefined,
    'secure-json-parse: protoAction set to remove; JavaScript: an assignment sets the prototype',
    { a: 2 },
  ],
  ['toString', undefined, 'JavaScript: a lookup in a plain object', '3'],
  ['prototype', undefined, 'mixin-deep: names of prototypes are skipped', [4]],
  ['items', undefined, 'Jinja: data.NAME is a method of a dictionary'],
  ['keys', undefined, 'Jinja: data.NAME is a method of a dictionary'],
  ['values', undefined, 'Jinja: data.NAME is a method of a dictionary'],
  ['get', undefined, 'Jinja: data.NAME is a method of a dictionary'],
  ['size', undefined, 'Hashie: a method of Mash comes before a member of the same name'],
])

function createEntries(kind: string, rows: readonly NameRow[]): NameEntry[] {
  return rows.map(([name, becomes, source, value]) => ({ id: `name-${name}`, kind, name, becomes, source, value }))
}
