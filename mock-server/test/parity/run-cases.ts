import { sampleKeys } from '@wfhost/mock-server'
import { bearer, type ParityCase, runPath } from './parity-case.ts'

const json = { 'content-type': 'application/json' }
const keys = sampleKeys.workflows

function run(
  name: string,
  { args, body = JSON.stringify({ args }), flowId = 'echo', headers = {}, key = keys.echo, status = 200 }: RunCase,
): ParityCase {
  return { name, method: 'POST', path: runPath(flowId), headers: { ...bearer(key), ...json, ...headers }, body, status }
}

interface RunCase {
  readonly args?: unknown
  readonly body?: string
  readonly flowId?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
  readonly status?: number
}

const values: readonly (readonly [string, string, unknown])[] = [
  ['text', 'an empty string', ''],
  ['text', 'a string', 'Hello'],
  ['text', 'a string that holds JSON', '{"action":"opened","n":[1,2,{"x":null}]}'],
  ['text', 'a string with every kind of character', 'ä ß 漢字 \u{1f600} \u0000 \u001f " \\ / \u2028 \ud800'],
  ['text', 'a string that looks like markup', '<script>alert(1)</script>&amp;'],
  ['text', 'a long string', 'x'.repeat(200_000)],
  ['number', 'zero', 0],
  ['number', 'a negative number', -1.5e-7],
  ['number', 'a large number', 9_007_199_254_740_991],
  ['flag', 'true', true],
  ['flag', 'false', false],
  ['data', 'an empty object', {}],
  ['data', 'nested data', { a: { b: [{ c: null }] } }],
  [
    'data',
    'members with names of Object',
    JSON.parse('{"__proto__":{"x":1},"constructor":2,"hasOwnProperty":3,"toString":null}'),
  ],
  ['data', 'members with empty and odd names', { '': 1, ' ': 2, 'a.b': 3, '[0]': 4, é: 5 }],
  ['list', 'an empty array', []],
  ['list', 'an array of everything', [1, 'a', true, null, [], {}]],
  ['list', 'a long array', Array.from({ length: 5000 }, (_, index) => index)],
]

const mistyped: readonly (readonly [string, unknown])[] = [
  ['text', 1],
  ['text', true],
  ['text', {}],
  ['text', []],
  ['number', '1'],
  ['number', false],
  ['flag', 0],
  ['flag', 'true'],
  ['data', []],
  ['data', '{}'],
  ['list', {}],
  ['list', '[]'],
]

const malformed: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['white space', ' \r\n\t'],
  ['a broken object', '{bad'],
  ['an object that ends early', '{"args":['],
  ['a string that ends early', '{"args":[{"name":"te'],
  ['a trailing comma', '{"args":[],}'],
  ['single quotes', "{'args':[]}"],
  ['a comment', '{"args":[]} // none'],
  ['two values', '{"args":[]}{"args":[]}'],
  ['a control character in a string', '{"args":["a\u0001"]}'],
  ['a wrong escape', '{"args":["\\x41"]}'],
  ['NaN', '{"args":NaN}'],
  ['a leading zero', '{"args":[01]}'],
  ['form data', 'args=1&mode=sync'],
  ['XML', '<args/>'],
  ['deep nesting that ends early', '['.repeat(5000)],
]

const wrongShape: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a string', 'args'],
  ['a number', 1],
  ['an array', []],
  ['an object without args', {}],
  ['args that are null', { args: null }],
  ['args that are an object', { args: {} }],
  ['args that are a string', { args: '[]' }],
  ['an argument that is null', { args: [null] }],
  ['an argument that is a string', { args: ['text'] }],
  ['an argument that is an array', { args: [[]] }],
  ['an argument without name', { args: [{ value: 1 }] }],
  ['an argument without value', { args: [{ name: 'text' }] }],
  ['a name that is a number', { args: [{ name: 1, value: 'x' }] }],
  ['a name that is null', { args: [{ name: null, value: 'x' }] }],
  ['a value that is null', { args: [{ name: 'text', value: null }] }],
  ['an unknown mode', { args: [], mode: 'later' }],
  ['a mode in upper case', { args: [], mode: 'SYNC' }],
  ['a mode that is null', { args: [], mode: null }],
  ['an empty mode', { args: [], mode: '' }],
  ['a name that is not a parameter', { args: [{ name: 'nobody', value: 1 }] }],
  ['an empty name', { args: [{ name: '', value: 1 }] }],
  ['a name of Object', { args: ['__proto__', 'constructor'].map((name) => ({ name, value: 1 })) }],
  ['a name given twice', { args: ['a', 'b'].map((value) => ({ name: 'text', value })) }],
  ['many problems', { args: Array.from({ length: 40 }, (_, index) => ({ name: `n${index}`, value: index })) }],
]

export const runCases: readonly ParityCase[] = [
  ...values.map(([name, what, value]) => run(`echo returns ${what}`, { args: [{ name, value }] })),
  ...mistyped.map(([name, value]) =>
    run(`${name} given as ${JSON.stringify(value)} is mistyped`, { args: [{ name, value }], status: 400 }),
  ),
  ...malformed.map(([what, body]) => run(`a body of ${what} is malformed`, { body, status: 400 })),
  ...wrongShape.map(([what, body]) => run(`a body with ${what} is invalid`, { body: JSON.stringify(body), status: 400 })),
  run('a byte order mark is skipped', { body: '\ufeff{"args":[]}' }),
  run('white space around the body is skipped', { body: ' \n{"args":[]}\r\n' }),
  run('further members of the body and of arguments are ignored', {
    body: '{"args":[{"name":"text","value":"a","more":1}],"more":{}}',
  }),
  run('a number beyond all numbers is not a number', { body: '{"args":[{"name":"number","value":1e999}]}', status: 400 }),
  run('the later of two equal members counts', { body: '{"args":1,"args":[]}' }),
  run('mode sync waits', { body: '{"args":[],"mode":"sync"}' }),
  run('mode async does not wait', { body: '{"args":[],"mode":"async"}' }),
  run('a second async run has another run ID', { body: '{"args":[],"mode":"async"}' }),
  run('a step that fails', { flowId: 'charge-card', key: keys['charge-card'], args: [{ name: 'amount', value: 12 }] }),
  run('a required argument that is missing', { flowId: 'charge-card', key: keys['charge-card'], args: [], status: 400 }),
  run('a workflow in another workspace', { flowId: 'monthly-report', key: keys['monthly-report'], args: [] }),
  run('a workflow that takes its time, in the background', {
    flowId: 'slow',
    key: keys.slow,
    body: '{"args":[],"mode":"async"}',
  }),
  run('support triage with every type', {
    flowId: 'support-triage',
    key: keys['support-triage'],
    args: [
      { name: 'tags', value: ['a'] },
      { name: 'customer', value: { name: 'Ada' } },
      { name: 'urgent', value: true },
      { name: 'priority', value: 1 },
      { name: 'subject', value: 'A refund' },
    ],
  }),
]
