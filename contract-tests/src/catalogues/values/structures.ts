import { createEntries, type ValueEntry } from './value-entry.ts'

const TWENTY_ONE = Array.from({ length: 21 }, (_, index) => index % 10)
const MONGO = 'MongoDB Extended JSON: EJSON.parse'
const PHP_ARRAY = 'PHP: json_decode with associative arrays'
const EQUAL = 'Python: functools.lru_cache treats 1 and True as equal'

/** Nested data that some libraries change: nulls, empty and single containers, order, duplicates, and reserved names. */
export const structures: readonly ValueEntry[] = [
  ...createEntries('empty', [
    ['object', {}, [], PHP_ARRAY],
    ['list', [], {}, 'Lua: cjson writes an empty table as an object'],
    ['object-in-list', [{}], [], 'PHP: array_filter'],
    ['list-in-list', [[]], [], 'JavaScript: Array.flat'],
    ['text-in-list', [''], [null], 'Laravel: ConvertEmptyStringsToNull'],
    ['null-in-list', [null], [], 'Rails: deep munge'],
    ['null-member', { empty: null }, {}, 'Jackson: Include.NON_NULL; Gson: nulls are left out, by default'],
    ['empty-member', { text: '', list: [], object: {} }, {}, 'Jackson: Include.NON_EMPTY; Go: omitempty'],
  ]),
  ...createEntries('list', [
    ['single', ['only'], 'only', 'qs: parse of a name that occurs once; fast-xml-parser: an element that occurs once'],
    ['single-list', [['only']], ['only'], 'JavaScript: Array.flat; Python: sum of lists'],
    ['nested', ['a', ['b', ['c']]], ['a', 'b', 'c'], 'lodash: flattenDeep'],
    ['order', [3, 1, 2], [1, 2, 3], 'Java: TreeSet; PostgreSQL: array_agg with DISTINCT'],
    ['duplicates', [1, 1, 'a', 'a'], [1, 'a'], 'JavaScript: Set; Java: LinkedHashSet'],
    ['mixed', [1, '1', true, null], ['1', '1', 'true', null], 'PostgreSQL: jsonb_array_elements_text'],
    ['booleans', [0, false, 1, true], [0, 0, 1, 1], 'SQLite: json_each returns numbers for truth values'],
    ['sparse', [null, 1, null], [1], 'lodash: compact; Ruby: Array#compact'],
    ['twenty-one', TWENTY_ONE, { ...TWENTY_ONE }, 'qs: arrayLimit 20'],
  ]),
  ...createEntries('object', [
    ['indices', { 0: 'a', 1: 'b' }, ['a', 'b'], PHP_ARRAY],
    ['other-indices', { 17: 13, 18: 14 }, [13, 14], 'PHP: array_merge counts anew'],
    ['length', { length: 3 }, [null, null, null], 'lodash: toArray; JavaScript: Array.from'],
    ['buffer', { type: 'Buffer', data: [104, 105] }, 'hi', 'Node: Buffer.from reads the JSON of a buffer'],
    [
      'failed',
      { status: 'failed', error: { name: 'A', value: 'b' } },
      null,
      'JSON-RPC 2.0, section 5: a response with a member error has failed',
    ],
    [
      'deep',
      { nested: { deeper: [1, null, { empty: {} }] } },
      { nested: { deeper: [1, null, {}] } },
      'Jackson: Include.NON_EMPTY',
    ],
  ]),
  ...createEntries('equal', [
    ['one', { same: [1, 0] }, { same: [true, false] }, EQUAL],
    ['true', { same: [true, false] }, { same: [1, 0] }, EQUAL],
  ]),
  ...createEntries('reserved', [
    ['json-class', { json_class: 'String' }, {}, 'Ruby: JSON.load creates an object of the named class'],
    ['java-class', { '@class': 'java.lang.String' }, {}, 'Jackson: activateDefaultTyping'],
    ['net-type', { $type: 'System.String' }, {}, 'Newtonsoft.Json: MetadataPropertyHandling, by default'],
    [
      'reference',
      { $ref: '#/a' },
      null,
      'json-schema-ref-parser: dereference; Newtonsoft.Json: references are resolved, by default',
    ],
    ['object-id', { $oid: '507f1f77bcf86cd799439011' }, '507f1f77bcf86cd799439011', MONGO],
    ['mongo-date', { $date: '2026-01-31T07:00:00Z' }, '2026-01-31T07:00:00.000Z', MONGO],
    ['mongo-long', { $numberLong: '1' }, 1, MONGO],
    ['operator', { $set: { a: 1 } }, { a: 1 }, 'MongoDB: update operators'],
    ['dynamodb', { S: 'text' }, 'text', 'DynamoDB: attribute values'],
    ['typename', { __typename: 'A' }, {}, 'Apollo: removeTypenameFromVariables'],
    ['xml', { '#text': 'a', '@id': 'b' }, 'a', 'fast-xml-parser: #text is the text of an element'],
  ]),
]
