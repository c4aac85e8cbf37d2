import { createManualClock, createMockService } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { run } from './call-api.ts'
import { runExpression } from './run-expression.ts'

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
  ['new Date("2026-01-31").getUTCDate() // the day', 31],
])('returns the result of an expression: %s', async (source, result) => {
  expect(await runExpression(source, { args: { text: 'Ada' } })).toMatchObject({ status: 'success', result })
})

test.each([
  'globalThis.process ?? globalThis.require ?? globalThis.fetch',
  '[].constructor.constructor?.("return this")',
  'globalThis.eval ?? globalThis.Function',
  '(async () => {}).constructor',
  'args.text.constructor.constructor?.("return process")',
])('an expression cannot access the machine or evaluate text as code: %s', async (source) => {
  expect(await runExpression(source, { args: { text: 'Ada' } })).toMatchObject({ status: 'success', result: null })
})

test.each(['globalThis.left = 1', 'Array.prototype.left = 1', 'Object.prototype.left = 1', 'Math[`left`] = 1', 'JSON.parse = 1'])(
  'an expression leaves nothing behind for the next: %s',
  async (source) => {
    expect(await runExpression(source)).toMatchObject({ status: 'failed', error: { name: 'TypeError' } })
    expect(await runExpression('[globalThis.left, [].left, {}.left, Math[`left`], typeof JSON.parse].concat()')).toMatchObject({
      result: [null, null, null, null, 'function'],
    })
  },
)

/** The time of this thread, so that the work of other processes does not count. */
function processorMs(): number {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/**
 * The time of this thread without that of the kernel. The kernel takes about 40 ms to provide 64 MB on an idle machine, and
 * 300 ms if other processes need memory, too. No check of an engine can shorten that; the limit of memory bounds it.
 */
function ownProcessorMs(): number {
  return process.threadCpuUsage().user / 1000
}

const late = 'takes longer than 100 ms'

const hostile: readonly (readonly [source: string, says: string])[] = [
  ['(() => { for (;;) {} })()', late],
  ['(() => { try { for (;;) {} } finally { for (;;) {} } })()', late],
  ['/^(a+)+$/.test("a".repeat(50) + "!")', late],
  ['"x".repeat(1e6).split("").sort(() => Math.random() - 0.5)', 'The expression'],
  ['new Array(1e9).fill(1)', 'The expression'],
  ['"a".repeat(5e8)', 'holds more than 64 MB'],
  ['(() => { let text = "ab"; for (;;) text += text })()', 'string too long'],
  ['(() => { const deeper = () => deeper() + 1; return deeper() })()', 'stack overflow'],
  ['(() => { const all = {}; all.all = all; return all })()', 'circular'],
  ['(() => { let text = ""; for (;;) text += "abcdefgh" })()', 'The expression'],
  // A single native function that never returns.
  ['{ toString: [].indexOf, length: 2 ** 53 } + ""', late],
  ['[].includes.call({ length: 2 ** 53 }, 1)', late],
  ['9n ** 9999999n', 'The expression'],
  // The engine counts few steps, but each step takes long.
  ['(() => { let text = "x".repeat(1e6); for (;;) text = text.slice(1) + "y" })()', late],
  ['Array.from({ length: 1e5 }, (_, index) => index).map((one, _, all) => all.indexOf(one))', late],
  ['(() => { for (;;) new Uint8Array(2e7).fill(1) })()', late],
  // Memory outside the heap of the language.
  ['Array.from({ length: 400 }, () => new Uint8Array(2.4e6))', 'holds more than 64 MB'],
  [
    '(() => { const all = new Map(); for (let key = 0; ; key += 1) all.set(key, new ArrayBuffer(1e5)) })()',
    'holds more than 64 MB',
  ],
]

test.each(hostile)(
  'fails the run of an expression that takes too much, a fifth after its limit at the latest: %s',
  async (source, says) => {
    await runExpression('1')
    const start = ownProcessorMs()
    const { error, status } = await runExpression(source)
    const ms = ownProcessorMs() - start
    expect(status).toBe('failed')
    expect(error?.value).toContain(says)
    // The expression alone has 100 ms; a run, and the next engine, take some of their own.
    expect(ms).toBeLessThan(120 + 30)
    expect(await runExpression('[2].at(0)')).toMatchObject({ result: 2 })
    count({ expressions: { 'beyond a limit': 1 } })
  },
)

test('handles other requests between two expressions while it stops several', async () => {
  await runExpression('1')
  const stopped = Array.from({ length: 8 }, () => runExpression('(() => { for (;;) {} })()'))
  let longest = 0
  let before = processorMs()
  const watch = setInterval(() => {
    longest = Math.max(longest, processorMs() - before)
    before = processorMs()
  }, 1)
  for (const { status } of await Promise.all(stopped)) expect(status).toBe('failed')
  clearInterval(watch)
  expect(longest).toBeLessThan(150)
})

test.each([
  ['an input', 'args.text.length', 'The input of the expression has 20000', { text: 'x'.repeat(2_000_001) }],
  [
    'a result',
    'args.text.repeat(200)',
    'The result of the expression has 2000002 characters as JSON, more than 2000000',
    { text: 'x'.repeat(10_000) },
  ],
])('%s that is too large for an expression is refused with its size', async (...given) => {
  const [, source, says, args] = given
  const evaluate = () => runExpression(source, { args })
  const error = { name: 'ExpressionLimitExceeded', value: expect.stringContaining(says) }
  // On a busy machine, an evaluation can reach the time limit before the size limit.
  await expect.poll(evaluate).toMatchObject({ status: 'failed', error })
})

test('an input of one megabyte is small enough', async () => {
  expect(await runExpression('args.text.length', { args: { text: 'x'.repeat(1_000_000) } })).toMatchObject({ result: 1_000_000 })
})

test('a long message of fail() is cut off', async () => {
  const { error } = await runExpression('fail("Large", args.text)', { args: { text: 'x'.repeat(100_000) } })
  expect(error?.value).toBe(`${'x'.repeat(10_000)}…`)
})

test('an expression uses the time and the randomness of the service', async () => {
  const source = '[new Date().toISOString(), Date.now(), new Date(5).getTime(), Math.random(), now]'
  const results = [0, 1].map(async () => (await runExpression(source, { clock: createManualClock(0) })).result)
  const [first, second] = await Promise.all(results)
  expect(first).toEqual(['1970-01-01T00:00:00.000Z', 0, 5, expect.any(Number), 0])
  expect(second).toEqual(first)
})

test('an expression fails the run with an error of its author, in the words of the author', async () => {
  const { error } = await runExpression('fail("OutOfStock", "Nothing is left at x.")')
  expect(error).toEqual({
    name: 'OutOfStock',
    value: 'Nothing is left at x.',
    traceback: 'OutOfStock: Nothing is left at x.\n    at workflow f',
  })
  expect((await runExpression('args.text.missing.deeper')).error).toMatchObject({
    name: 'TypeError',
    value: expect.stringContaining('undefined'),
  })
  expect((await runExpression('fail("Nobody is there")')).error).toMatchObject({ name: 'Error', value: 'Nobody is there' })
})

test.each([
  ['1 +', 'Unexpected token at 1:4'],
  ['const a = 1', 'Unexpected token'],
  ['1; 2', 'expected one expression, found "; 2" after it'],
  ['args.text) + (1', 'expected one expression, found ") + (1" after it'],
  ['import("node:fs")', 'unknown name "import"'],
])('refuses text that is not one expression when the file is read: %s', (expression, says) => {
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
