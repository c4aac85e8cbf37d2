import { createManualClock, createMockService, type MockServiceOptions } from '@wfhost/mock-server'
import { readWorldFile } from '@wfhost/mock-server/world-file'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
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

test('an expression has no way to the machine', async () => {
  for (const source of [
    // From $ on: without it, names that are not there are refused before anything runs.
    '$.process',
    '$.globalThis',
    '$.args.constructor',
    '("").constructor.constructor("return process")()',
    '$.__proto__',
    '$lookup(args, "__proto__")',
    '$eval("process")',
  ]) {
    expect(await answerOf(source)).not.toMatchObject({ status: 'success', result: expect.anything() })
  }
  await expect(answerOf('$constructor')).rejects.toThrow('nothing is called "$constructor" here')
  expect(await answerOf('{ "__proto__": { "polluted": true } }')).toBeDefined()
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

const tooLong = 'The expression takes longer than 1000 ms'
const tooDeep = 'The expression nests deeper than 500'
const tooMany = 'The expression makes a list of more than 100000 items'
const tooLarge = 'The expression makes more than 20000000 characters and items'

const beyondLimits = [
  ['($f := function($n) { $f($n + 1) }; $f(0))', tooLong],
  ['$reduce([1..100000], function($total, $n) { $total + $sum($map([1..20], function($m) { $m * $n })) })', tooLong],
  ['($f := function($n) { 1 + $f($n + 1) }; $f(0))', tooDeep],
  ['$reduce([1..9000], function($nested, $n) { [[$nested]] })', 'The result of the expression nests deeper than 500'],
  ['[1..1000000000]', tooMany],
  ['[1..100001]', tooMany],
  ['$append([1..100000], 1)', tooMany],
  ['$eval("[1..1000000000]")', 'Dynamic error evaluating the expression passed to function eval'],
  ['$map([1..100000], function() { [1..10000] })', tooLarge],
  ['$pad("a", 1000000000)', tooLarge],
  ['$pad("a", -20000001, "ab")', tooLarge],
  ['($double := function($t) { $double($t & $t) }; $double("ab"))', tooLarge],
  ['($t := $pad("a", 1000000); [1..500].$t)', tooLarge],
  ['$split($pad("a", 19000000), "")', tooLarge],
] as const

test.each(beyondLimits)(
  'an expression that takes too much time, depth or memory fails the run: %s',
  async (...[source, says]) => {
    const { error, status } = await answerOf(source)
    expect(status).toBe('failed')
    expect(error?.value).toContain(says)
    count({ expressions: { 'beyond a limit': 1 } })
  },
)

const text = `${'a'.repeat(50)}!`
const backtracking = [
  ['$match(args.text, /^(a+)+$/)', null],
  ['$contains(args.text, /^(a|a)*$/)', false],
  ['$split(args.text, /(a|aa)+$/)', [text]],
  ['$replace(args.text, /([a-z]+)*=/, "")', text],
  ['$replace(args.text, /(a*)*!$/, "none")', 'none'],
  ['$eval("$contains(args.text, /^(a+)+$/)")', false],
] as const

test.each(backtracking)('a regular expression takes no exponential time: %s', async (...[source, result]) => {
  expect(await answerOf(source, { args: { text } })).toMatchObject({ status: 'success', result })
  count({ expressions: { 'that would backtrack for ever': 1 } })
})

test.each([
  ['$match("ab12 cd345", /[a-z]+(\\d+)/).groups', ['12', '345']],
  ['$split("a, b ,c", /\\s*,\\s*/)', ['a', 'b', 'c']],
  ['$replace("Hello World", /(o) ?/, "[$1]")', 'Hell[o]W[o]rld'],
  ['$contains("ABC", /abc/i)', true],
  ['$match("a\nb", /^b$/m).index', 2],
  ['$match("😀é1", /(\\w)$/).index', 3],
  ['$count($match($pad("", 20000, "ab "), /ab/))', 6667],
  ['["x1", "y2"][$contains(/y/)]', 'y2'],
])('a regular expression finds what JSONata says: %s', async (source, result) => {
  expect(await answerOf(source)).toMatchObject({ status: 'success', result })
})

test.each([
  ['$pad("foo", 5)', 'foo  '],
  ['$pad("foo", -10, "#+")', '#+#+#+#foo'],
  ['$pad("😀", 3, "é")', '😀éé'],
  ['$pad("foo", 2)', 'foo'],
  ['$pad($.nothing, 2)', null],
  ['$distinct([1, 1, "1", { "a": 1, "b": 2 }, { "b": 2, "a": 1 }, [1], [1], null, null])', [1, '1', { a: 1, b: 2 }, [1], null]],
  ['$distinct([7, 7])', [7]],
  ['$distinct([7, 7].($ + 0))', 7],
  ['$distinct("a")', 'a'],
  ['$count($distinct([1..100000]))', 100_000],
])('what stands in for a function of JSONata does what that does: %s', async (source, result) => {
  expect(await answerOf(source)).toMatchObject({ status: 'success', result })
})

test('time and chance in an expression are those of the service', async () => {
  const source = '[$now(), $now("[Y]"), $millis(), $random(), $string($shuffle([1..9]))]'
  const results = [0, 1].map(async () => (await answerOf(source, { clock: createManualClock(0) })).result)
  const [first, second] = await Promise.all(results)
  expect(first).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970',
    0,
    expect.any(Number),
    expect.stringMatching(/^\[(?!1,2,3,4,5,6,7,8,9)[1-9,]{17}\]$/),
  ])
  expect(second).toEqual(first)
})

test('an expression that finds nothing is null, and its errors fail the run with their place and no stack', async () => {
  expect(await answerOf('$.args.nothing')).toMatchObject({ status: 'success', result: null })
  expect((await answerOf('1 + "a"')).error).toEqual({
    name: 'ExpressionError',
    value: 'The right side of the "+" operator must evaluate to a number at character 3',
    traceback: expect.not.stringContaining('.js'),
  })
  expect((await answerOf('$error("Nobody is there")')).error).toMatchObject({
    name: 'ExpressionError',
    value: 'Nobody is there at character 7',
  })
})

test.each([
  ['$contains(args.text, /a(?=b)/)', 'invalid or unsupported Perl syntax: `(?=`'],
  ['$map([1], function($n) { $match(args.text, /(a)\\1/) })', 'invalid escape sequence: `\\1`'],
  ['$contains(args.text, /(a/)', ''],
])('a regular expression that has no linear time is refused where it stands: %s', (expression, says) => {
  const file = JSON.stringify({ workspaces: [{ id: 'w', workflows: [{ flowId: 'f', expression }] }] })
  expect(() => readWorldFile(file)).toThrow('workspaces[0].workflows[0].expression: expected a JSONata expression: ')
  expect(() => readWorldFile(file)).toThrow(says)
})
