import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { loadEngine } from '../src/expressions/load-engine.ts'
import { ExpressionSyntaxError } from '../src/expressions/parse-expression.ts'
import { readExpression } from '../src/expressions/read-expression.ts'
import { createSandbox, sandboxLimits } from '../src/expressions/sandbox.ts'

const runs = Number(process.env['RUNS'] ?? 200)
const seed = Number(process.env['SEED'] ?? 20261122)

/** One of several words, which spaces part. */
function oneOf(words: string): fc.Arbitrary<string> {
  return fc.constantFrom(...words.split(' '))
}

/** A form of an expression, and how often it is chosen. */
function form(weight: number, parts: readonly fc.Arbitrary<string>[], write: (...parts: readonly string[]) => string) {
  return { weight, arbitrary: fc.tuple(...parts).map((found) => write(...found)) }
}

function method(on = '', name = '', ...by: readonly string[]): string {
  return `(${on}).${name}(${by.join(', ')})`
}

const number = oneOf('0 -1 1.5 7 1e3 1e5 1e9 (2**31) (2**53) ((-2)**31) NaN Infinity -0')
const text = oneOf(String.raw`"" "a" "\u2028" "\ud800" "__proto__" "constructor" args.text "ab".repeat(1e4)`)
const list = oneOf('args.list [] [1,[2,[3]]] Array(1e4).fill("x") Array.from({length:1e5},(_,i)=>i)')
const pattern = oneOf(String.raw`/a/g /(a+)+$/ /(a|aa)*b/ /^(?=.*x)/ /[^]*[^]*[^]*!/ /\p{L}/gu`)
const functions = fc.oneof(
  {
    weight: 14,
    arbitrary: oneOf(
      'Object.entries Object.assign JSON.stringify JSON.parse structuredClone Array.from String Number BigInt Symbol.for encodeURIComponent Reflect.ownKeys Object.freeze fail',
    ),
  },
  { weight: 6, arbitrary: oneOf('Map Set Array Uint8Array Date Proxy').map((name) => `new ${name}`) },
)
const ofTexts = oneOf('repeat padStart padEnd split replaceAll normalize at localeCompare concat codePointAt slice')
const eachOf = oneOf('map flatMap filter sort reduce some findLast forEach')
const ofLists = oneOf('concat fill flat join slice with indexOf splice')
const endless = fc.constantFrom(
  'for (;;) {}',
  'const again = () => again() + 1; return again()',
  'for (let all = []; ; ) all.push(all.concat(1))',
)

// The receivers and the arguments of built-in functions.
const { expression } = fc.letrec<{ expression: string; object: string }>((tie) => {
  const inner = tie('expression')
  return {
    object: fc.oneof(
      fc.constant('args'),
      fc.tuple(text, inner).map(([name, value]) => `{ [${name}]: ${value} }`),
      fc.tuple(inner, inner).map(([one, other]) => `{ one: ${one}, other: [${other}] }`),
    ),
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      { weight: 2, arbitrary: number },
      { weight: 2, arbitrary: text },
      { weight: 2, arbitrary: list },
      form(1, [tie('object')], (object) => `(${object})`),
      form(6, [text, ofTexts, fc.oneof(number, text, inner), text], method),
      form(
        4,
        [text, oneOf('match replace search split matchAll'), pattern],
        (on, name, by) => `(${on} + "${'a'.repeat(30)}").${name}(${by}${name === 'replace' ? ', "$&$&"' : ''})`,
      ),
      form(6, [list, eachOf, inner.map((each) => `(one, other) => ${each}`)], method),
      form(4, [list, ofLists, inner], method),
      form(4, [functions, inner, inner], (name, one, other) => `${name}(${one}, ${other})`),
      form(
        4,
        [inner, oneOf('+ - * ** % < === ?? && , in instanceof'), inner],
        (one, operator, other) => `((${one}) ${operator} (${other}))`,
      ),
      form(2, [inner, inner], (one, other) => `((${one}) ? (${other}) : null)`),
      form(1, [endless, inner], (body, one) => `((${one}) === args ? (() => { ${body} })() : 1)`),
    ),
  }
})

const loops = [
  '(() => { for (;;) {} })()',
  '(() => { let all = "x"; for (;;) all += all + args.text })()',
  '(() => { const all = []; for (;;) all.push([all.length]) })()',
]

/** The time of this thread, so that the work of other processes does not count. */
function processorMs(): number {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** A small input, and one of a megabyte. */
const inputs = [1e3, 1e6].map((size) => ({
  args: { text: 'aé😀'.repeat(size / 20), list: Array.from({ length: size / 12 }, (_, index) => (index * 7919) % 1009) },
}))

test('no expression stops the server, blocks it or keeps its memory, and later expressions succeed', async () => {
  const sources = fc.sample(expression, { numRuns: runs, seed })
  const around = { now: () => 0, random: () => 0.5 }
  await readExpression('1')({}, around)
  let turns = 0
  let longest = 0
  let before = processorMs()
  const watch = setInterval(() => {
    turns += 1
    longest = Math.max(longest, processorMs() - before)
    before = processorMs()
  }, 1)
  const outcomes = { succeeded: 0, failed: 0, stopped: 0, refused: 0 }
  let warm: number | undefined
  const queue = sources.map((source, index) => ({
    source: index % 97 === 0 ? (loops[(index / 97) % loops.length] ?? source) : source,
    index,
  }))

  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const input = inputs[next.index % 20 === 0 ? 1 : 0] ?? {}
      await evaluate(next.source, input).then(
        () => (outcomes.succeeded += 1),
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
  for (let index = 0; index < 100; index += 1)
    expect(await evaluate('args.list.concat(1).length', { args: { list: [1, 2] } })).toBe(3)
  expect(outcomes.stopped).toBeGreaterThan(0)
  expect(outcomes.succeeded).toBeGreaterThan(runs / 5)
  expect(outcomes.refused).toBe(0)
  // The thread of the server did other work meanwhile: at least once in 200 ms on average.
  expect(turns).toBeGreaterThan((performance.now() - start) / 200)
  console.log(`seed ${seed}: others waited for ${Math.round(longest)} ms of the processor at most`)
  expect(longest).toBeLessThan(150)
  // One engine of 64 MB at the most, and those that wait for the garbage collector.
  expect(process.memoryUsage.rss() - (warm ?? 0)).toBeLessThan(400e6)
}, 900_000)

test('an expression is stopped within 20 % of its time limit', async () => {
  const module = await loadEngine()
  const sources = [...loops, ...fc.sample(expression, { numRuns: runs, seed })]
  const stopped: { readonly ms: number; readonly source: string }[] = []
  let sandbox = await createSandbox(module)

  for (const [index, source] of sources.entries()) {
    sandbox.read(JSON.stringify(inputs[index % 20 === 0 ? 1 : 0]))
    const before = processorMs()
    const { kind } = sandbox.evaluate({ source, input: '', now: 0, seed: 0 }, sandboxLimits.ms)
    const ms = processorMs() - before
    if (kind !== 'stopped') {
      // An expression that was not stopped by its time did not need more of it either.
      expect(ms).toBeLessThan(sandboxLimits.ms * 1.2)
      continue
    }
    stopped.push({ ms, source })
    sandbox = await createSandbox(module)
  }

  expect(stopped.length).toBeGreaterThan(0)
  expect(stopped.filter(({ ms }) => ms > sandboxLimits.ms * 1.2)).toEqual([])
  const longest = Math.max(...stopped.map(({ ms }) => ms))
  console.log(`seed ${seed}: ${stopped.length} stopped, the longest after ${Math.round(longest)} ms of the processor`)
}, 900_000)

test('a process ends when its work is done, though an engine waits for the next expression', async () => {
  const module = new URL('../src/expressions/read-expression.ts', import.meta.url)
  const program = `
    const { readExpression } = await import('${module}')
    const around = { now: Date.now, random: Math.random }
    const values = await Promise.all(['[2].at(0)', 'args.a', 'Math.max(3)'].map((source) => readExpression(source)({ args: { a: 2 } }, around)))
    console.log(JSON.stringify(values))`
  const args = ['--conditions=@wfhost/source', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 30_000 })
  expect(stdout).toBe('[2,2,3]\n')
}, 40_000)
