import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { ExpressionSyntaxError } from '../src/expressions/parse-expression.ts'
import { readExpression } from '../src/expressions/read-expression.ts'

const runs = Number(process.env['RUNS'] ?? 200)
const seed = Number(process.env['SEED'] ?? 20261122)

const number = fc.constantFrom(
  ...'0 | -1 | 1.5 | 7 | 1e3 | 1e5 | 1e9 | 2 ** 31 | 2 ** 53 | (-2) ** 31 | NaN | Infinity | -0'.split(' | '),
)
const text = fc.constantFrom(
  '""',
  '"a"',
  '"\\u2028"',
  '"\\ud800"',
  '"__proto__"',
  '"constructor"',
  'args.text',
  '"ab".repeat(1e4)',
)
const list = fc.constantFrom(
  'args.list',
  '[]',
  '[1, [2, [3]]]',
  'Array(1e4).fill("x")',
  'Array.from({ length: 1e5 }, (_, i) => i)',
)
const pattern = fc.constantFrom('/a/g', '/(a+)+$/', '/(a|aa)*b/', '/^(?=.*x)/', '/[^]*[^]*[^]*!/', '/\\p{L}/gu')

// What a function of the language is called on, and with.
const { expression } = fc.letrec<{ expression: string; object: string }>((tie) => ({
  object: fc.oneof(
    fc.constant('args'),
    fc.tuple(text, tie('expression')).map(([name, value]) => `{ [${name}]: ${value} }`),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `{ one: ${one}, other: [${other}] }`),
  ),
  expression: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    { weight: 2, arbitrary: number },
    { weight: 2, arbitrary: text },
    { weight: 2, arbitrary: list },
    { weight: 1, arbitrary: tie('object').map((object) => `(${object})`) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          text,
          fc.constantFrom(
            ...'repeat padStart padEnd split replaceAll normalize at localeCompare concat codePointAt slice'.split(' '),
          ),
          fc.oneof(number, text, tie('expression')),
          text,
        )
        .map(([on, name, one, other]) => `(${on}).${name}(${one}, ${other})`),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(text, fc.constantFrom('match', 'replace', 'search', 'split', 'matchAll'), pattern)
        .map(
          ([on, name, by]) => `(${on} + "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").${name}(${by}${name === 'replace' ? ', "$&$&"' : ''})`,
        ),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          list,
          fc.constantFrom('map', 'flatMap', 'filter', 'sort', 'reduce', 'some', 'findLast', 'forEach'),
          tie('expression'),
        )
        .map(([on, name, inner]) => `(${on}).${name}((one, other) => ${inner})`),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(list, fc.constantFrom('concat', 'fill', 'flat', 'join', 'slice', 'with', 'indexOf', 'splice'), tie('expression'))
        .map(([on, name, inner]) => `(${on}).${name}(${inner})`),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            ...'Object.entries | Object.assign | JSON.stringify | JSON.parse | structuredClone | Array.from | new Map | new Set | new Array | String | Number | BigInt | new Uint8Array | Symbol.for | encodeURIComponent | Reflect.ownKeys | Object.freeze | new Date | new Proxy | fail'.split(
              ' | ',
            ),
          ),
          tie('expression'),
          tie('expression'),
        )
        .map(([name, one, other]) => `${name}(${one}, ${other})`),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '-', '*', '**', '%', '<', '===', '??', '&&', ',', 'in', 'instanceof'),
          tie('expression'),
        )
        .map(([one, operator, other]) => `((${one}) ${operator} (${other}))`),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `((${one}) ? (${other}) : null)`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'for (;;) {}',
            'const again = () => again() + 1; return again()',
            'for (let all = []; ; ) all.push(all.concat(1))',
          ),
          tie('expression'),
        )
        .map(([body, inner]) => `((${inner}) === args ? (() => { ${body} })() : 1)`),
    },
  ),
}))

const loops = [
  '(() => { for (;;) {} })()',
  '(() => { let all = "x"; for (;;) all += all + args.text })()',
  '(() => { const all = []; for (;;) all.push([all.length]) })()',
]

/** A small input, and one of a megabyte. */
const inputs = [1e3, 1e6].map((size) => ({
  args: { text: 'aé😀'.repeat(size / 20), list: Array.from({ length: size / 12 }, (_, index) => (index * 7919) % 1009) },
}))

test('no expression, whatever it does, stops the server, keeps it from answering, or keeps its memory', async () => {
  const sources = fc.sample(expression, { numRuns: runs, seed })
  const around = { now: () => 0, random: () => 0.5 }
  let turns = 0
  const watch = setInterval(() => {
    turns += 1
  }, 10)
  const outcomes = { answered: 0, failed: 0, stopped: 0, refused: 0 }
  let warm: number | undefined
  const queue = sources.map((source, index) => ({
    source: index % 97 === 0 ? (loops[(index / 97) % loops.length] ?? source) : source,
    index,
  }))

  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const input = inputs[next.index % 20 === 0 ? 1 : 0] ?? {}
      await evaluate(next.source, input).then(
        () => (outcomes.answered += 1),
        (error: unknown) => note(error, next.source),
      )
      if (next.index === Math.floor(runs / 10)) warm = process.memoryUsage.rss()
    }
  }

  function note(error: unknown, source: string): void {
    if (error instanceof ExpressionSyntaxError) outcomes.refused += 1
    else if (!(error instanceof Error)) throw new Error(`seed ${seed}: ${source} failed with ${String(error)}`)
    else if (error.name === 'ExpressionLimitExceeded') outcomes.stopped += 1
    else outcomes.failed += 1
  }

  const evaluate = async (source: string, input: object): Promise<unknown> => readExpression(source)(input, around)
  const start = performance.now()
  await Promise.all([work(), work(), work()])
  clearInterval(watch)
  console.log(`seed ${seed}: ${JSON.stringify(outcomes)}`)
  count({ expressions: { generated: runs, stopped: outcomes.stopped } })
  expect(await evaluate('args.list.concat(1).length', { args: { list: [1, 2] } })).toBe(3)
  expect(outcomes.stopped).toBeGreaterThan(0)
  expect(outcomes.answered).toBeGreaterThan(runs / 5)
  expect(outcomes.refused).toBe(0)
  // The thread of the server went on all the while: it had a turn at least every half second.
  expect(turns).toBeGreaterThan((performance.now() - start) / 500)
  // Four sandboxes of 64 MB are what there is at the most.
  expect(process.memoryUsage.rss() - (warm ?? 0)).toBeLessThan(400e6)
}, 900_000)

test.each(['args', 'args.list', '{ ...args }', '...args.list', '...args.text', 'args.list + ""', 'args.text < args.text'])(
  'a short expression that calls nothing takes the thread of the server for 50 ms at most: %s',
  async (unit) => {
    const deep = JSON.parse('['.repeat(110) + ']'.repeat(110))
    const texts = { text: 'a'.repeat(450), list: [] }
    const expressions = [`[${`${unit},`.repeat(198 / (unit.length + 1))}]`, `[${unit},`.repeat(180 / (unit.length + 2))]
    for (const args of [texts, { text: '', list: deep, more: deep }, { text: '', list: Array(220).fill(1) }]) {
      for (const source of expressions) {
        const evaluate = readExpression(source + ']'.repeat(source.split('[').length - source.split(']').length))
        const times: number[] = []
        for (let round = 0; round < 3; round += 1) {
          const before = process.cpuUsage()
          await evaluate({ args }, { now: () => 0, random: () => 0.5 })
          times.push(process.cpuUsage(before).user / 1000)
        }
        expect(Math.min(...times)).toBeLessThan(50)
      }
    }
  },
)

test('a process ends when its work is done, though sandboxes wait for the next expression', async () => {
  const module = new URL('../src/expressions/read-expression.ts', import.meta.url)
  const program = `
    const { readExpression } = await import('${module}')
    const around = { now: Date.now, random: Math.random }
    const answers = await Promise.all(['[2].at(0)', 'args.a', 'Math.max(3)'].map((source) => readExpression(source)({ args: { a: 2 } }, around)))
    console.log(JSON.stringify(answers))`
  const args = ['--conditions=@wfhost/source', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 })
  expect(stdout).toBe('[2,2,3]\n')
}, 40_000)
