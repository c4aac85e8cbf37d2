import { createEntries, type ValueEntry } from './value-entry.ts'

/** Numbers that some languages and databases round, cut, or write as text. */
export const numbers: readonly ValueEntry[] = [
  ...createEntries('fraction', [
    ['decimals', -1234.56789, -1234.57, 'DECIMAL(10,2), and currencies'],
    ['small', 1.5e-7, 0, 'PHP and C: six places'],
    ['sum', 0.1 + 0.2, 0.3, 'SQL Server: float with 15 digits; PHP: precision=14'],
    ['single', 16_777_217.5, 16_777_218, 'single precision: protobuf float, Java float'],
    ['decimal-text', 4.35, '4.35', 'node-postgres: numeric is a text; Django REST framework: COERCE_DECIMAL_TO_STRING'],
  ]),
  ...createEntries('whole', [
    ['zero', 0, null, 'Go: omitempty; a test for truth'],
    ['negative', -7, 7, 'UNSIGNED columns'],
    ['int32', 2 ** 40, 0, 'JavaScript: the operator |; Java: int; SQL: INTEGER'],
    ['int32-limit', 2 ** 31, -(2 ** 31), 'Java and C#: int; SQL: INTEGER'],
    ['bigint-text', 2 ** 53, String(2 ** 53), 'node-postgres: bigint is a text; ProtoJSON: int64'],
    ['int64', 2 ** 60, String(2 ** 60), 'json-bigint: storeAsString'],
    ['beyond-int64', 2 ** 64, null, 'Java: long; SQL: BIGINT'],
    ['rounded', 123_456_789_012, 123_456_790_000, 'single precision, and seven digits'],
  ]),
  ...createEntries('range', [
    ['large', 1e300, null, 'single precision: infinity, which JSON does not have'],
    ['largest', Number.MAX_VALUE, null, 'decimal types: .NET decimal, SQL DECIMAL(38)'],
    ['smallest', 5e-324, 0, 'flush to zero: subnormal numbers'],
    ['notation', 1e21, '1e+21', 'JavaScript: numbers from 1e21 on have an exponent'],
  ]),
]
