import type { ParameterType } from '../target/target.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** A value that a server must refuse with 400 at some place. */
export interface WrongValue extends Pick<CatalogueEntry, 'kind' | 'source'> {
  readonly value: unknown
}

const COERCION = 'a conversion in place of a check: String(), Number(), Boolean()'
const PHP_ARRAY = 'PHP: lists and objects are one type'

/** Values of a wrong type, by the type of the parameter. None can be converted to the type without a loss. */
export const wrongTypes: Readonly<Record<ParameterType, readonly WrongValue[]>> = {
  string: [
    { kind: 'scalar', value: 7, source: `${COERCION}; Jackson: ALLOW_COERCION_OF_SCALARS` },
    { kind: 'scalar', value: 0, source: 'a test for truth before the check of the type' },
    { kind: 'scalar', value: false, source: 'a test for truth before the check of the type' },
    { kind: 'scalar', value: true, source: 'ajv with coerceTypes, which Fastify sets' },
    { kind: 'structure', value: { a: 1 }, source: 'JavaScript: String({}) is [object Object]' },
    { kind: 'structure', value: {}, source: 'an empty object that counts as missing' },
    { kind: 'structure', value: [1], source: 'ajv with coerceTypes: array, which Fastify sets' },
    { kind: 'structure', value: [], source: 'JavaScript: String([]) is empty' },
  ],
  number: [
    { kind: 'text', value: 'seven', source: 'JavaScript: Number gives NaN; PHP: (float) gives 0' },
    { kind: 'text', value: '', source: 'JavaScript: Number("") is 0' },
    { kind: 'text', value: 'NaN', source: 'Python: float("NaN")' },
    { kind: 'text', value: '0x1A', source: 'JavaScript: Number("0x1A") is 26' },
    { kind: 'scalar', value: true, source: 'Python: bool is a subclass of int' },
    { kind: 'scalar', value: false, source: 'Python: bool is a subclass of int' },
    { kind: 'structure', value: { a: 1 }, source: COERCION },
    { kind: 'structure', value: [1], source: 'JavaScript: Number([1]) is 1' },
  ],
  boolean: [
    { kind: 'text', value: 'perhaps', source: 'JavaScript: Boolean("perhaps")' },
    { kind: 'text', value: 'yes', source: 'YAML 1.1; pydantic in lax mode' },
    { kind: 'text', value: '1', source: 'Go: strconv.ParseBool; pydantic in lax mode' },
    { kind: 'text', value: '', source: 'JavaScript: Boolean("") is false' },
    { kind: 'scalar', value: 1, source: 'pydantic in lax mode; MySQL: BOOLEAN is TINYINT' },
    { kind: 'scalar', value: 0, source: 'pydantic in lax mode; MySQL: BOOLEAN is TINYINT' },
    { kind: 'structure', value: { a: 1 }, source: COERCION },
    { kind: 'structure', value: [1], source: COERCION },
    { kind: 'structure', value: [], source: 'PHP: an empty array is false' },
  ],
  object: [
    { kind: 'text', value: 'seven', source: 'JavaScript: members of a string' },
    { kind: 'text', value: '[1]', source: 'serialized JSON that is parsed, and not checked' },
    { kind: 'scalar', value: 7, source: 'JavaScript: Object(7)' },
    { kind: 'scalar', value: true, source: 'JavaScript: Object(true)' },
    { kind: 'structure', value: [1], source: `${PHP_ARRAY}; JavaScript: typeof [] is object` },
    { kind: 'structure', value: [], source: PHP_ARRAY },
  ],
  array: [
    {
      kind: 'text',
      value: 'seven',
      source: 'ajv with coerceTypes: array, which Fastify sets; Jackson: ACCEPT_SINGLE_VALUE_AS_ARRAY',
    },
    { kind: 'text', value: '', source: 'Jackson: ACCEPT_EMPTY_STRING_AS_NULL_OBJECT' },
    { kind: 'text', value: '{"a":1}', source: 'serialized JSON that is parsed, and not checked' },
    { kind: 'scalar', value: 7, source: 'ajv with coerceTypes: array, which Fastify sets' },
    { kind: 'scalar', value: true, source: 'ajv with coerceTypes: array, which Fastify sets' },
    { kind: 'structure', value: { a: 1 }, source: PHP_ARRAY },
    { kind: 'structure', value: { 0: 'a', 1: 'b' }, source: `${PHP_ARRAY}; qs: indices of a list` },
    { kind: 'structure', value: {}, source: PHP_ARRAY },
  ],
}

/** Texts that resemble a mode (RUN-MODE). */
export const wrongModes: readonly WrongValue[] = [
  { kind: 'unknown', value: 'later', source: 'a default for what is unknown' },
  { kind: 'case', value: 'SYNC', source: 'Java: Enum.valueOf(text.toUpperCase()); Jackson: ACCEPT_CASE_INSENSITIVE_ENUMS' },
  { kind: 'part', value: 'syncX', source: 'String.startsWith' },
  { kind: 'part', value: 'syn', source: '"sync".startsWith(mode)' },
  { kind: 'case', value: 'sýnc', source: 'MySQL: collations that ignore accents' },
  { kind: 'part', value: 'asynchronous', source: 'String.startsWith' },
  { kind: 'trimmed', value: ' sync', source: 'String.trim' },
  { kind: 'trimmed', value: 'sync\n', source: 'PCRE and Python: $ matches before a line feed' },
  { kind: 'trimmed', value: 'sync\0', source: 'C: strings end at a zero byte' },
  { kind: 'falsy', value: '0', source: 'PHP: the text 0 is false' },
  { kind: 'falsy', value: '', source: 'a test for truth in place of a test for undefined' },
]

/** Scalars and lists that are not a mode. */
export const mistypedModes: readonly WrongValue[] = [
  { kind: 'scalar', value: 7, source: 'Jackson: an enum by its ordinal' },
  { kind: 'scalar', value: 0, source: 'Jackson: an enum by its ordinal; a test for truth' },
  { kind: 'scalar', value: false, source: 'a test for truth in place of a test for undefined' },
  { kind: 'scalar', value: true, source: 'PHP: true == "sync"' },
  { kind: 'structure', value: ['sync'], source: 'JavaScript: ["sync"] == "sync"; ajv with coerceTypes: array' },
]

/** Structures that are not a mode. */
export const structuredModes: readonly WrongValue[] = [
  { kind: 'empty', value: {}, source: 'an empty object that counts as missing' },
  { kind: 'object', value: { mode: 'sync' }, source: 'an object that is not checked' },
  { kind: 'empty', value: [], source: 'PHP: an empty array is false' },
]

/** Values of the member `args` that are not a list of arguments. `argument` is a valid one. */
export function listWrongArgs(argument: object): readonly WrongValue[] {
  return [
    { kind: 'structure', value: {}, source: PHP_ARRAY },
    { kind: 'scalar', value: null, source: 'Go: null leaves a slice as it is' },
    { kind: 'structure', value: argument, source: 'Jackson: ACCEPT_SINGLE_VALUE_AS_ARRAY' },
    { kind: 'text', value: '[]', source: 'serialized JSON that is parsed' },
    { kind: 'text', value: JSON.stringify([argument]), source: 'serialized JSON that is parsed' },
  ]
}

/** Items of `args` that are not an argument. `name` is the name of a parameter. */
export function listWrongArguments(name: string): readonly WrongValue[] {
  return [
    { kind: 'name', value: { value: 'x' }, source: 'a loop that skips what it does not know' },
    { kind: 'name', value: { name: 7, value: 'x' }, source: 'JavaScript: numbers as names of members' },
    { kind: 'name', value: { name: null, value: 'x' }, source: 'JavaScript: a member named null' },
    { kind: 'name', value: { name: true, value: 'x' }, source: 'PHP: true == name' },
    { kind: 'name', value: { name: {}, value: 'x' }, source: 'JavaScript: a member named [object Object]' },
    { kind: 'name', value: { name: [name], value: 'x' }, source: 'JavaScript: String([name]) is name' },
    { kind: 'argument', value: 'x', source: 'JavaScript: members of a string' },
    { kind: 'argument', value: null, source: 'filters for truth' },
    { kind: 'argument', value: [name, 'x'], source: 'Object.fromEntries, and maps of pairs' },
  ]
}

/** Arguments whose names are members of a run, or have a meaning in a programming language. */
export const specialArguments: readonly (WrongValue & { readonly name: string })[] = [
  { kind: 'member', name: 'mode', value: 'async', source: 'one object for arguments and members of the body' },
  { kind: 'member', name: 'status', value: 'failed', source: 'one object for arguments and members of the result' },
  { kind: 'member', name: 'flowId', value: 'x', source: 'one object for arguments and parameters of the path' },
  { kind: 'word', name: 'this', value: 1, source: 'JavaScript: code that is made of names' },
  { kind: 'word', name: 'constructor', value: 1, source: 'JavaScript: a lookup in a plain object' },
  { kind: 'character', name: '\0x', value: 1, source: 'PHP: names of private members begin with a zero byte' },
]
