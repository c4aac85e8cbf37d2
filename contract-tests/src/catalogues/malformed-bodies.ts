import type { CatalogueEntry } from './catalogue.ts'

/** The names of the parameters of a workflow, by type. A type without a parameter has the name of another one. */
export type ParameterNames = Readonly<Record<'string' | 'number' | 'boolean' | 'object' | 'array', string>>

/** A body that a server must refuse. */
export interface MalformedBody extends CatalogueEntry {
  /** Continues the words "a body …". */
  readonly description: string
  readonly write: (names: ParameterNames) => string
}

export const WELL_FORMED_BODY = '{"args":[],"mode":"sync"}'

const GSON = 'Gson: JsonReader.setLenient'
const JSON5 = 'JSON5: parse'
const NEWTONSOFT = 'Newtonsoft.Json: JsonTextReader, by default'

/** Bodies that are not JSON (RFC 8259), and that some servers read, skip, or treat as an internal error. */
export const malformedBodies: readonly MalformedBody[] = [
  body(
    'cut',
    {
      id: 'cut-short',
      description: 'that is cut short',
      source: 'jsonc-parser: fault-tolerant parse; Newtonsoft.Json: JsonTextReader.Read returns false at the end',
    },
    () => WELL_FORMED_BODY.slice(0, -1),
  ),
  body('cut', { id: 'empty', description: 'without a character', source: 'body-parser: an empty body is {}' }, () => ''),
  body(
    'more',
    {
      id: 'text-after',
      description: 'with text after its JSON',
      source: 'Go: Decoder.Decode reads one value; Jackson 2: FAIL_ON_TRAILING_TOKENS is off',
    },
    () => `${WELL_FORMED_BODY}x`,
  ),
  body(
    'more',
    { id: 'twice', description: 'followed by another one', source: 'Go: Decoder.Decode reads one value' },
    () => WELL_FORMED_BODY + WELL_FORMED_BODY,
  ),
  body(
    'syntax',
    { id: 'comma-at-end', description: 'with a comma before its end', source: JSON5 },
    () => '{"args":[],"mode":"sync",}',
  ),
  body(
    'syntax',
    { id: 'single-quotes', description: 'with single quotes', source: NEWTONSOFT },
    () => "{'args':[],'mode':'sync'}",
  ),
  body(
    'syntax',
    { id: 'bare-names', description: 'with names without quotes', source: NEWTONSOFT },
    () => '{args:[],mode:"sync"}',
  ),
  body(
    'syntax',
    { id: 'comment', description: 'with a comment', source: `${NEWTONSOFT}; Ruby 3: JSON.parse ignores comments` },
    () => '{"args":[],/* all */"mode":"sync"}',
  ),
  body('value', { id: 'nan', description: 'with NaN', source: 'Python: json.loads, by default' }, ({ number }) =>
    withValue(number, 'NaN'),
  ),
  body(
    'value',
    { id: 'nan-nested', description: 'with NaN in nested data', source: 'Python: json.loads, by default' },
    ({ object }) => withValue(object, '{"a":[NaN]}'),
  ),
  body(
    'value',
    { id: 'leading-zero', description: 'with a number that begins with 0', source: `${NEWTONSOFT}, for octal numbers` },
    ({ number }) => withValue(number, '07'),
  ),
  body(
    'value',
    { id: 'line-break', description: 'with a line break in a string', source: 'Python: json.loads with strict=False' },
    ({ string }) => withValue(string, '"two\nlines"'),
  ),
  body(
    'form',
    {
      id: 'form',
      description: 'of the syntax of a form',
      source: 'Laravel: Request::json reads a body that is not JSON as an empty array',
    },
    () => 'args=1',
  ),
  body(
    'form',
    { id: 'form-brackets', description: 'of a form with names in brackets', source: 'PHP: parse_str; qs: parse' },
    ({ string }) => `args[0][name]=${string}&args[0][value]=x&mode=sync`,
  ),
  // The lone surrogate is sent as the byte FF.
  body(
    'encoding',
    { id: 'byte-ff', description: 'that begins with the byte FF', source: 'Python: bytes.decode with errors="ignore"' },
    () => `\udcff${WELL_FORMED_BODY}`,
  ),
]

/** Bodies that are not JSON, but that lenient parsers accept. */
export const lenientBodies: readonly MalformedBody[] = [
  body(
    'more',
    { id: 'bracket-after', description: 'followed by a bracket', source: 'Go: Decoder.Decode reads one value' },
    () => `${WELL_FORMED_BODY}]`,
  ),
  body(
    'more',
    { id: 'prefix', description: 'after a line of other characters', source: `${GSON}, for the non-execute prefix` },
    () => `)]}'\n${WELL_FORMED_BODY}`,
  ),
  body(
    'more',
    { id: 'zero-byte', description: 'followed by a zero byte', source: 'cJSON: cJSON_Parse ends at a zero byte' },
    () => `${WELL_FORMED_BODY}\0`,
  ),
  body(
    'comment',
    { id: 'form-feed', description: 'with a form feed between its members', source: `${JSON5}; C: isspace` },
    () => '{"args":[],\f"mode":"sync"}',
  ),
  body(
    'comment',
    { id: 'line-comment', description: 'with a comment after //', source: `${GSON}; Ruby 3: JSON.parse ignores comments` },
    () => '{"args":[],// all\n"mode":"sync"}',
  ),
  body(
    'comment',
    { id: 'hash-comment', description: 'with a comment after #', source: `${GSON}; PyYAML: safe_load` },
    () => '{"args":[],# all\n"mode":"sync"}',
  ),
  body(
    'separator',
    { id: 'other-separators', description: 'with = and ; for : and ,', source: GSON },
    () => '{"args"=[];"mode"="sync"}',
  ),
  body('value', { id: 'point-first', description: 'with a number that begins with a point', source: JSON5 }, ({ number }) =>
    withValue(number, '.5'),
  ),
  body('value', { id: 'point-last', description: 'with a number that ends with a point', source: JSON5 }, ({ number }) =>
    withValue(number, '1.'),
  ),
  body('value', { id: 'plus', description: 'with a number that begins with +', source: JSON5 }, ({ number }) =>
    withValue(number, '+1'),
  ),
  body(
    'value',
    { id: 'hexadecimal', description: 'with a number in hexadecimal', source: `${JSON5}; ${NEWTONSOFT}` },
    ({ number }) => withValue(number, '0x10'),
  ),
  body('value', { id: 'capitals', description: 'with a truth value in capitals', source: 'PyYAML: safe_load' }, ({ boolean }) =>
    withValue(boolean, 'TRUE'),
  ),
  body('separator', { id: 'missing-item', description: 'with a list in which an item is left out', source: GSON }, ({ array }) =>
    withValue(array, '[1,,2]'),
  ),
  body(
    'separator',
    { id: 'missing-comma', description: 'without a comma between its members', source: 'jsonc-parser: fault-tolerant parse' },
    () => '{"args":[] "mode":"sync"}',
  ),
  body(
    'separator',
    {
      id: 'missing-comma-in-list',
      description: 'with a list in which a comma is left out',
      source: 'jsonc-parser: fault-tolerant parse',
    },
    ({ array }) => withValue(array, '[1 2]'),
  ),
  body(
    'escape',
    {
      id: 'unknown-escape',
      description: 'with an escape that JSON does not have',
      source: `${JSON5}; Ruby 3: JSON.parse drops the backslash`,
    },
    ({ string }) => withValue(string, '"\\q"'),
  ),
  body('escape', { id: 'hexadecimal-escape', description: 'with an escape in hexadecimal', source: JSON5 }, ({ string }) =>
    withValue(string, '"\\x41"'),
  ),
]

/** Bodies that are JSON, but not objects. */
export const nonObjectBodies: readonly MalformedBody[] = [
  body(
    'list',
    {
      id: 'list',
      description: 'that is a list',
      source: 'PHP: json_decode makes the same array of a list and of an object without members',
    },
    () => '[]',
  ),
  body(
    'list',
    { id: 'in-list', description: 'in a list', source: 'JSON-RPC 2.0, section 6: batches; PHP: reset($body)' },
    () => `[${WELL_FORMED_BODY}]`,
  ),
  body('scalar', { id: 'text', description: 'that is a string', source: 'body-parser: strict set to false' }, () => '"text"'),
  body('scalar', { id: 'null', description: 'that is null', source: 'Go: null leaves a struct as it is' }, () => 'null'),
  body(
    'scalar',
    {
      id: 'serialized',
      description: 'as a JSON text',
      source: 'AWS Lambda: event.body is a text, which handlers parse once more',
    },
    () => JSON.stringify(WELL_FORMED_BODY),
  ),
]

function body(
  kind: string,
  { description, id, source }: Pick<MalformedBody, 'id' | 'description' | 'source'>,
  write: MalformedBody['write'],
): MalformedBody {
  return { id, kind, description, source, write }
}

/** Writes a body with one argument, whose value is any text. */
function withValue(parameter: string, value: string): string {
  return `{"args":[{"name":${JSON.stringify(parameter)},"value":${value}}],"mode":"sync"}`
}
