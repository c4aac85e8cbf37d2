import { createEntries, type ValueEntry } from './value-entry.ts'

/** Numbers that some languages and databases round, cut, or write as text. */
export const numbers: readonly ValueEntry[] = [
  ...createEntries('fraction', [
    ['decimals', -1234.56789, -1234.57, 'MySQL: DECIMAL(10,2)'],
    ['small', 1.5e-7, 0, 'C: %f has six places; PHP: %f has six places'],
    ['sum', 0.1 + 0.2, 0.3, 'PHP: a number as a text has 14 digits, by default'],
    ['single', 16_777_217.5, 16_777_218, 'JavaScript: Math.fround; Protocol Buffers: float'],
    ['decimal-text', 4.35, '4.35', 'node-postgres: numeric is a text; Django REST framework: COERCE_DECIMAL_TO_STRING'],
  ]),
  ...createEntries('whole', [
    ['zero', 0, null, 'Go: omitempty; JavaScript: value || null'],
    ['negative', -7, 0, 'MySQL: UNSIGNED columns in non-strict mode'],
    ['int32', 2 ** 40, 0, 'JavaScript: value | 0; Java: (int)'],
    ['int32-limit', 2 ** 31, -(2 ** 31), 'JavaScript: value | 0; Java: (int)'],
    ['bigint-text', 2 ** 53, String(2 ** 53), 'node-postgres: bigint is a text; ProtoJSON: int64'],
    ['int64', 2 ** 60, String(2 ** 60), 'json-bigint: storeAsString'],
    ['beyond-int64', 2 ** 64, null, 'PHP: filter_var with FILTER_NULL_ON_FAILURE'],
    ['rounded', 123_456_789_012, 123_456_790_000, 'Go: encoding/json of float32'],
  ]),
  ...createEntries('range', [
    ['large', 1e300, null, 'JavaScript: Math.fround gives Infinity, and JSON.stringify writes null'],
    ['largest', Number.MAX_VALUE, null, 'SQL Server: TRY_CAST to DECIMAL(38)'],
    ['smallest', 5e-324, 0, 'JavaScript: Math.fround'],
    ['notation', 1e21, '1e+21', 'JavaScript: String writes an exponent from 1e21 on'],
  ]),
]
