import type { ParameterType } from '../target/target.ts'
import type { CatalogueEntry } from './catalogue.ts'

/** A value that a server must refuse with 400 at some place. */
export interface WrongValue extends Pick<CatalogueEntry, 'kind' | 'source'> {
  readonly value: unknown
}

const COERCION = 'JavaScript: String(), Number() or Boolean() in place of a check'
const PHP_ARRAY = 'PHP: lists and objects are one type'
const TRUTH = 'JavaScript: a test for truth before the check of the type'
const AJV = 'Fastify: ajv with coerceTypes set to array'
const PARSED = 'JavaScript: JSON.parse of a text, without a check of its result'

/** Values of a wrong type, by the type of the parameter. None can be converted to the type without a loss. */
export const wrongTypes: Readonly<Record<ParameterType, readonly WrongValue[]>> = {
  string: [
    { kind: 'scalar', value: 7, source: `${COERCION}; Jackson: ALLOW_COERCION_OF_SCALARS` },
    { kind: 'scalar', value: 0, source: TRUTH },
    { kind: 'scalar', value: false, source: TRUTH },
    { kind: 'scalar', value: true, source: AJV },
    { kind: 'structure', value: { a: 1 }, source: 'JavaScript: String({}) is [object Object]' },
    { kind: 'structure', value: {}, source: 'lodash: isEmpty, for what is missing' },
    { kind: 'structure', value: [1], source: AJV },
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
    { kind: 'text', value: 'yes', source: 'YAML 1.1: type bool; pydantic: lax mode' },
    { kind: 'text', value: '1', source: 'Go: strconv.ParseBool; pydantic: lax mode' },
    { kind: 'text', value: '', source: 'JavaScript: Boolean("") is false' },
    { kind: 'scalar', value: 1, source: 'pydantic: lax mode; MariaDB: BOOLEAN is TINYINT' },
    { kind: 'scalar', value: 0, source: 'pydantic: lax mode; MariaDB: BOOLEAN is TINYINT' },
    { kind: 'structure', value: { a: 1 }, source: COERCION },
    { kind: 'structure', value: [1], source: COERCION },
    { kind: 'structure', value: [], source: 'PHP: an empty array is false' },
  ],
  object: [
    { kind: 'text', value: 'seven', source: 'JavaScript: members of a string' },
    { kind: 'text', value: '[1]', source: PARSED },
    { kind: 'scalar', value: 7, source: 'JavaScript: Object(7)' },
    { kind: 'scalar', value: true, source: 'JavaScript: Object(true)' },
    { kind: 'structure', value: [1], source: `${PHP_ARRAY}; JavaScript: typeof [] is object` },
    { kind: 'structure', value: [], source: PHP_ARRAY },
  ],
  array: [
    {
      kind: 'text',
      value: 'seven',
      source: `${AJV}; Jackson: ACCEPT_SINGLE_VALUE_AS_ARRAY`,
    },
    { kind: 'text', value: '', source: 'Jackson: ACCEPT_EMPTY_STRING_AS_NULL_OBJECT' },
    { kind: 'text', value: '{"a":1}', source: PARSED },
    { kind: 'scalar', value: 7, source: AJV },
    { kind: 'scalar', value: true, source: AJV },
    { kind: 'structure', value: { a: 1 }, source: PHP_ARRAY },
    { kind: 'structure', value: { 0: 'a', 1: 'b' }, source: `${PHP_ARRAY}; qs: indices of a list` },
    { kind: 'structure', value: {}, source: PHP_ARRAY },
  ],
}

/** Texts that resemble a mode (RUN-MODE). */
export const wrongModes: readonly WrongValue[] = [
  { kind: 'unknown', value: 'later', source: 'JavaScript: mode === "async" decides, and each other text is sync' },
  { kind: 'case', value: 'SYNC', source: 'Java: Enum.valueOf(text.toUpperCase()); Jackson: ACCEPT_CASE_INSENSITIVE_ENUMS' },
  { kind: 'part', value: 'syncX', source: 'JavaScript: mode.startsWith("sync")' },
  { kind: 'part', value: 'syn', source: 'JavaScript: "sync".startsWith(mode)' },
  { kind: 'case', value: 'sýnc', source: 'MySQL: collations that ignore accents' },
  { kind: 'part', value: 'asynchronous', source: 'JavaScript: mode.startsWith("async")' },
  { kind: 'trimmed', value: ' sync', source: 'JavaScript: String.trim' },
  { kind: 'trimmed', value: 'sync\n', source: 'PCRE: $ matches before a line feed; Python: $ matches before a line feed' },
  { kind: 'trimmed', value: 'sync\0', source: 'CWE-158: a string ends at a zero byte' },
  { kind: 'falsy', value: '0', source: 'PHP: the text 0 is false' },
  { kind: 'falsy', value: '', source: 'JavaScript: a test for truth in place of a test for undefined' },
]

/** Scalars and lists that are not a mode. */
export const mistypedModes: readonly WrongValue[] = [
  { kind: 'scalar', value: 7, source: 'Newtonsoft.Json: any whole number is a value of an enum' },
  { kind: 'scalar', value: 0, source: 'Jackson: an enum by its ordinal; JavaScript: a test for truth' },
  { kind: 'scalar', value: false, source: 'JavaScript: a test for truth in place of a test for undefined' },
  { kind: 'scalar', value: true, source: 'PHP: true == "sync"' },
  { kind: 'structure', value: ['sync'], source: `JavaScript: ["sync"] == "sync"; ${AJV}` },
]

/** Structures that are not a mode. */
export const structuredModes: readonly WrongValue[] = [
  { kind: 'empty', value: {}, source: 'lodash: isEmpty, for what is missing' },
  { kind: 'object', value: { mode: 'sync' }, source: 'JavaScript: an object is true in a test for truth' },
  { kind: 'empty', value: [], source: 'PHP: an empty array is false' },
]

/** Values of the member `args` that are not a list of arguments. `argument` is a valid one. */
export function listWrongArgs(argument: object): readonly WrongValue[] {
  return [
    { kind: 'structure', value: {}, source: PHP_ARRAY },
    { kind: 'scalar', value: null, source: 'Go: null becomes a slice without items' },
    { kind: 'structure', value: argument, source: 'Jackson: ACCEPT_SINGLE_VALUE_AS_ARRAY' },
    { kind: 'text', value: '[]', source: PARSED },
    { kind: 'text', value: JSON.stringify([argument]), source: PARSED },
  ]
}

/** Items of `args` that are not an argument. `name` is the name of a parameter. */
export function listWrongArguments(name: string): readonly WrongValue[] {
  return [
    { kind: 'name', value: { value: 'x' }, source: 'JavaScript: args.find(by name) ignores the other items' },
    { kind: 'name', value: { name: 7, value: 'x' }, source: 'JavaScript: numbers as names of members' },
    { kind: 'name', value: { name: null, value: 'x' }, source: 'JavaScript: a member named null' },
    { kind: 'name', value: { name: true, value: 'x' }, source: 'PHP: true == name' },
    { kind: 'name', value: { name: {}, value: 'x' }, source: 'JavaScript: a member named [object Object]' },
    { kind: 'name', value: { name: [name], value: 'x' }, source: 'JavaScript: String([name]) is name' },
    { kind: 'argument', value: 'x', source: 'JavaScript: members of a string' },
    { kind: 'argument', value: null, source: 'JavaScript: args.filter(Boolean)' },
    { kind: 'argument', value: [name, 'x'], source: 'JavaScript: Object.fromEntries of pairs' },
  ]
}

/** Arguments whose names are members of a run, or have a meaning in a programming language. */
export const specialArguments: readonly (WrongValue & { readonly name: string })[] = [
  { kind: 'member', name: 'mode', value: 'async', source: 'CWE-915: one object for arguments and members of the body' },
  { kind: 'member', name: 'status', value: 'failed', source: 'CWE-915: one object for arguments and members of the result' },
  { kind: 'member', name: 'flowId', value: 'x', source: 'CWE-915: one object for arguments and parameters of the path' },
  { kind: 'word', name: 'this', value: 1, source: 'JavaScript: new Function with names of arguments' },
  { kind: 'word', name: 'constructor', value: 1, source: 'JavaScript: a lookup in a plain object' },
  { kind: 'character', name: '\0x', value: 1, source: 'PHP: json_decode refuses a name that begins with a zero byte' },
]
