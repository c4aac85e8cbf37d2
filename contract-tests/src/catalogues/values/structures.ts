import { createEntries, type ValueEntry } from './value-entry.ts'

const MONGO = 'MongoDB Extended JSON: EJSON.parse'
const PHP_ARRAY = 'PHP: json_decode with associative arrays'
const EQUAL = 'Python: 1 == True, and functools.lru_cache'
const TYPED = 'that name a class: Jackson, Newtonsoft.Json: TypeNameHandling, Ruby: JSON.load'

/** Nested data that some libraries change: nulls, empty and single containers, order, duplicates, and reserved names. */
export const structures: readonly ValueEntry[] = [
  ...createEntries('empty', [
    ['object', {}, [], PHP_ARRAY],
    ['list', [], {}, 'Lua: cjson writes an empty table as an object'],
    ['object-in-list', [{}], [], 'compact: lodash and Ruby'],
    ['list-in-list', [[]], [], 'Array.flat; XML'],
    ['text-in-list', [''], [null], 'Laravel: ConvertEmptyStringsToNull'],
    ['null-in-list', [null], [], 'Rails: deep munge; Jackson: contents NON_NULL'],
    ['null-member', { empty: null }, {}, 'Jackson: Include.NON_NULL; Gson, by default'],
    ['empty-member', { text: '', list: [], object: {} }, {}, 'Jackson: Include.NON_EMPTY; Go: omitempty'],
  ]),
  ...createEntries('list', [
    ['single', ['only'], 'only', 'XML to JSON; qs and query parsers'],
    ['single-list', [['only']], ['only'], 'Array.flat; Python: sum of lists'],
    ['nested', ['a', ['b', ['c']]], ['a', 'b', 'c'], 'Array.flat'],
    ['order', [3, 1, 2], [1, 2, 3], 'sets and indices that sort'],
    ['duplicates', [1, 1, 'a', 'a'], [1, 'a'], 'sets: Java HashSet, Python set'],
    ['mixed', [1, '1', true, null], ['1', '1', 'true', null], 'columns with one type for all items'],
    ['booleans', [0, false, 1, true], [0, 0, 1, 1], 'SQLite and MySQL: BOOLEAN is a number'],
    ['sparse', [null, 1, null], [1], 'filters for truth'],
    ['twenty-one', Array.from({ length: 21 }, (_, index) => index % 10), { 0: 0 }, 'qs: arrayLimit 20'],
  ]),
  ...createEntries('object', [
    ['indices', { 0: 'a', 1: 'b' }, ['a', 'b'], PHP_ARRAY],
    ['other-indices', { 17: 13, 18: 14 }, { 0: 13, 1: 14 }, 'PHP: array_merge counts anew'],
    ['length', { length: 3 }, [null, null, null], 'lodash and jQuery: isArrayLike'],
    ['buffer', { type: 'Buffer', data: [104, 105] }, 'hi', 'Node: Buffer in JSON, and revivers'],
    ['failed', { status: 'failed', error: { name: 'A', value: 'b' } }, null, 'handlers that look for a member error'],
    [
      'deep',
      { nested: { deeper: [1, null, { empty: {} }] } },
      { nested: { deeper: [1, null, {}] } },
      'documents that end at some level',
    ],
  ]),
  ...createEntries('equal', [
    ['one', { same: [1, 0] }, { same: [true, false] }, EQUAL],
    ['true', { same: [true, false] }, { same: [1, 0] }, EQUAL],
  ]),
  ...createEntries('reserved', [
    ['json-class', { json_class: 'String' }, {}, `names ${TYPED}`],
    ['java-class', { '@class': 'java.lang.String' }, {}, `names ${TYPED}`],
    ['net-type', { $type: 'System.String' }, {}, `names ${TYPED}`],
    ['reference', { $ref: '#/a' }, null, 'json-schema-ref-parser; Newtonsoft.Json: PreserveReferencesHandling'],
    ['object-id', { $oid: '507f1f77bcf86cd799439011' }, '507f1f77bcf86cd799439011', MONGO],
    ['mongo-date', { $date: '2026-01-31T07:00:00Z' }, '2026-01-31T07:00:00.000Z', MONGO],
    ['mongo-long', { $numberLong: '1' }, 1, MONGO],
    ['operator', { $set: { a: 1 } }, { a: 1 }, 'MongoDB: update operators; express-mongo-sanitize'],
    ['dynamodb', { S: 'text' }, 'text', 'DynamoDB: attribute values'],
    ['typename', { __typename: 'A' }, {}, 'Apollo: removed before a mutation'],
    ['xml', { '#text': 'a', '@id': 'b' }, 'a', 'XML to JSON'],
  ]),
]
