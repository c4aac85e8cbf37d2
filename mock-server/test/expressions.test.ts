import { createManualClock, createMockService, type MockServiceOptions } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { callsNothing, parseExpression } from '../src/expressions/parse-expression.ts'
import { run } from './call-api.ts'

/** What a run answers whose workflow is an expression. */
async function answerOf(expression: string, { args = {}, ...options }: Given = {}): Promise<Answered> {
  const parameters = [{ name: 'text', type: 'string' }]
  const workflow = { flowId: 'f', key: 'key-of-f', published: true, parameters, expression }
  const { seed } = readWorldFile(JSON.stringify({ workspaces: [{ id: 'w', workflows: [workflow] }] }))
  const { body } = await run(createMockService(seed, options), { flowId: 'f', key: 'key-of-f', args })
  return body as Answered
}

interface Given extends MockServiceOptions {
  readonly args?: Readonly<Record<string, unknown>>
}

interface Answered {
  readonly status: string
  readonly result?: unknown
  readonly error?: { readonly name: string; readonly value: string; readonly traceback: string }
}

test.each([
  ['{ greeting: "Hello " + args.text, length: args.text.length }', { greeting: 'Hello Ada', length: 3 }],
  ['[3, 1, 2].sort().map((n) => n * 2)', [2, 4, 6]],
  ['(() => { const words = args.text.split(""); return words.reverse().join("") })()', 'adA'],
  ['(args.text).length + (1)', 4],
  ['args.text.missing?.deeper', null],
  [
    '{ ...args, list: [...args.text, args.text + "!"], long: args.text.length > 2 ? -1 : null }',
    { text: 'Ada', list: ['A', 'd', 'a', 'Ada!'], long: -1 },
  ],
  ['(text) => text', null],
  ['new Date("2026-01-31").getUTCDate() // the day', 31],
])('a result is what the expression makes of its input: %s', async (source, result) => {
  expect(await answerOf(source, { args: { text: 'Ada' } })).toMatchObject({ status: 'success', result })
})

test.each([
  'globalThis.process ?? globalThis.require ?? globalThis.fetch',
  '[].constructor.constructor?.("return this")',
  'globalThis.eval ?? globalThis.Function',
  '(async () => {}).constructor',
  'args.text.constructor.constructor?.("return process")',
])('an expression has no way to the machine, nor to code made of text: %s', async (source) => {
  expect(await answerOf(source, { args: { text: 'Ada' } })).toMatchObject({ status: 'success', result: null })
})

test.each(['globalThis.left = 1', 'Array.prototype.left = 1', 'Object.prototype.left = 1', 'Math[`left`] = 1', 'JSON.parse = 1'])(
  'an expression leaves nothing behind for the next: %s',
  async (source) => {
    expect(await answerOf(source)).toMatchObject({ status: 'failed', error: { name: 'TypeError' } })
    expect(await answerOf('[globalThis.left, [].left, {}.left, Math[`left`], typeof JSON.parse].concat()')).toMatchObject({
      result: [null, null, null, null, 'function'],
    })
  },
)

const hostile: readonly (readonly [source: string, says: string])[] = [
  ['(() => { for (;;) {} })()', 'takes longer than 1000 ms'],
  ['(() => { try { for (;;) {} } finally { for (;;) {} } })()', 'takes longer than 1000 ms'],
  ['/^(a+)+$/.test("a".repeat(50) + "!")', 'takes longer than 1000 ms'],
  ['"x".repeat(1e6).split("").sort(() => Math.random() - 0.5)', 'The expression'],
  ['new Array(1e9).fill(1)', 'The expression'],
  ['"a".repeat(5e8)', 'holds more than 64 MB'],
  ['(() => { let text = "ab"; for (;;) text += text })()', 'string too long'],
  ['(() => { const deeper = () => deeper() + 1; return deeper() })()', 'stack overflow'],
  ['(() => { const all = {}; all.all = all; return all })()', 'circular'],
  ['(() => { let text = ""; for (;;) text += "abcdefgh" })()', 'The expression'],
  ['{ toString: [].indexOf, length: 2 ** 53 } + ""', 'takes longer than 3000 ms'],
]

test.each(hostile)('an expression that takes too much fails its run, and holds up nobody: %s', async (source, says) => {
  let turns = 0
  const watch = setInterval(() => {
    turns += 1
  }, 1)
  const { error, status } = await answerOf(source)
  clearInterval(watch)
  expect(status).toBe('failed')
  expect(error?.value).toContain(says)
  // This thread went on meanwhile: the sandbox is not in it.
  if (says.startsWith('takes longer')) expect(turns).toBeGreaterThan(10)
  expect(await answerOf('[2].at(0)')).toMatchObject({ result: 2 })
  count({ expressions: { 'beyond a limit': 1 } })
})

test.each([
  ...[
    'args.text.trim()',
    'new Map()',
    '(() => 1)',
    'args.a = [args]',
    'args.a++',
    '(1, 2)',
    'args.f`x`',
    '9n ** 9n',
    'import("x")',
  ],
  ...['toString', '"valueOf"', 'to\\u004aSON', '__proto__', '["to" + "String"]'].map(
    (name) => `{ a: [{ ${name}: [].indexOf }] }`,
  ),
  ...['{ a() {} }', '{ get a() {} }', '[...[].map((a) => a)]', 'class {}', 'delete args.a.b()', 'args?.()'],
])('what may take long is kept from the thread of the server, however short it is: %s', (source) => {
  expect(callsNothing(parseExpression(source))).toBe(false)
})

test('others are answered while an expression is stopped', async () => {
  // Until the spare sandbox has started.
  const answeredFirst = async (): Promise<unknown> => {
    const stopped = answerOf('(() => { for (;;) {} })()')
    const { result } = await Promise.race([answerOf('["at once"].at(0)'), stopped])
    expect(await stopped).toMatchObject({ status: 'failed' })
    return result
  }
  await expect.poll(answeredFirst).toBe('at once')
})

test('time and chance in an expression are those of the service', async () => {
  const source = '[new Date().toISOString(), Date.now(), new Date(5).getTime(), Math.random(), now]'
  const results = [0, 1].map(async () => (await answerOf(source, { clock: createManualClock(0) })).result)
  const [first, second] = await Promise.all(results)
  expect(first).toEqual(['1970-01-01T00:00:00.000Z', 0, 5, expect.any(Number), 0])
  expect(second).toEqual(first)
})

test('an expression fails the run with an error of its author, in the words of the author', async () => {
  const { error } = await answerOf('fail("OutOfStock", "Nothing is left at x.")')
  expect(error).toEqual({
    name: 'OutOfStock',
    value: 'Nothing is left at x.',
    traceback: 'OutOfStock: Nothing is left at x.\n    at workflow f',
  })
  expect((await answerOf('args.text.missing.deeper')).error).toMatchObject({
    name: 'TypeError',
    value: expect.stringContaining('undefined'),
  })
  expect((await answerOf('fail("Nobody is there")')).error).toMatchObject({ name: 'Error', value: 'Nobody is there' })
})

test.each([
  ['1 +', 'Unexpected token at 1:4'],
  ['const a = 1', 'Unexpected token'],
  ['1; 2', 'expected one expression, found "; 2" after it'],
  ['args.text) + (1', 'expected one expression, found ") + (1" after it'],
  ['import("node:fs")', 'nothing is called "import" here'],
])('what is not one expression is refused when the file is read: %s', (expression, says) => {
  const workflow = { flowId: 'f', parameters: [{ name: 'text', type: 'string' }], expression }
  expect(() => readWorldFile(JSON.stringify({ workspaces: [{ id: 'w', workflows: [workflow] }] }))).toThrow(says)
})

test.each([
  ['parentheses', '(', ')'],
  ['lists', '[', ']'],
  ['calls', 'String(', ')'],
  ['functions', '() => ', ''],
  ['members', '', '?.[0]'],
  ['negations', '!', ''],
])('%s nested to any depth, in one reload after another, stop no server (X14)', async (_, before, after) => {
  const reference = createMockService()
  for (const depth of [1_000, 5_000, 20_000, 100_000]) {
    const expression = `${before.repeat(depth)}args${after.repeat(depth)}`
    try {
      reference.reload(readWorldFile(worldWith(expression)).seed)
      expect((await run(reference, { flowId: 'f', key: 'key-of-f' })).status).toBe(200)
    } catch (error) {
      expect(String(error)).toMatch(/it nests too deeply|Not enough stack space/)
    }
  }
  reference.reload(readWorldFile(worldWith('1 + 1')).seed)
  expect(await run(reference, { flowId: 'f', key: 'key-of-f' })).toMatchObject({ body: { result: 2 } })
})

function worldWith(expression: string): string {
  const workflow = { flowId: 'f', key: 'key-of-f', published: true, expression }
  return JSON.stringify({ workspaces: [{ id: 'w', workflows: [workflow] }] })
}
