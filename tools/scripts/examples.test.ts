import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { examples } from 'virtual:examples'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findExamples, listExamples } from './examples.ts'

// The tutorials print their results. The check of the release compares these outputs with the pages.
beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(() => {
  vi.mocked(console.log).mockRestore()
})

describe(findExamples, () => {
  test('finds a block in Markdown with the line of its fence', () => {
    const text = ['# Title', '', '```ts', 'one()', '', 'two()', '```', '```sh', 'ls', '```'].join('\n')
    assert.deepEqual(findExamples(text), [{ line: 3, code: 'one()\n\ntwo()' }])
  })

  test('finds a block in a doc comment and removes the stars', () => {
    const text = [
      '  /**',
      '   * @example',
      '   * ```ts',
      '   * if (a)',
      '   *   one()',
      '   *',
      '   * two()',
      '   * ```',
      '   */',
    ].join('\n')
    assert.deepEqual(findExamples(text), [{ line: 3, code: 'if (a)\n  one()\n\ntwo()' }])
  })

  test('keeps the reason of a block that is not run', () => {
    assert.deepEqual(findExamples('```ts ignore needs a browser\none()\n```'), [
      { line: 1, code: 'one()', ignored: 'needs a browser' },
    ])
  })

  test('refuses to ignore a block without a reason', () => {
    assert.throws(() => findExamples('```ts ignore\none()\n```'), SyntaxError)
  })

  test('refuses a fence that is not closed', () => {
    assert.throws(() => findExamples('```ts\none()'), SyntaxError)
  })
})

describe('an example of the documentation runs', () => {
  // `npm run test:queue` runs the examples of the queue, which need Redis.
  for (const { code, name, run } of examples.filter((example) => !example.name.startsWith('queue/'))) {
    test(name, async () => {
      vi.mocked(console.log).mockClear()
      assert.ok(await run())

      const printed = vi.mocked(console.log).mock.calls.map((values) => format(...values))
      expect(printed).toEqual(expect.arrayContaining(listStatedOutputs(code)))
    })
  }
})

/** Lists the outputs that an example states, as in `console.log(result) // { team: 'billing' }`. */
function listStatedOutputs(code: string): string[] {
  return Array.from(code.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm), ([, output = '']) => output)
}

const root = fileURLToPath(new URL('../..', import.meta.url))

function compile(modules: ReadonlyMap<string, string>): readonly string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  // An example may leave variables unused for the reader.
  const wanted = { ...config.compilerOptions, noUnusedLocals: false, noUnusedParameters: false }
  const { options } = ts.convertCompilerOptionsFromJson(wanted, root)
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (name) => modules.has(name) || fileExists(name)
  host.readFile = (name) => modules.get(name) ?? readFile(name)
  host.getSourceFile = (name, language) => {
    const text = host.readFile(name)
    return text === undefined ? undefined : ts.createSourceFile(name, text, language)
  }
  const program = ts.createProgram([...modules.keys()], options, host)
  return [...modules.keys()].flatMap((name) => {
    const source = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
}

test('an example of the documentation, or a program of the playground, compiles without changes', { timeout: 120_000 }, () => {
  const file = 'docs/playground/examples.md'
  const programs = findExamples(readFileSync(join(root, file), 'utf8')).map((program) => ({ ...program, file }))
  const examples = [...listExamples(root), ...programs].filter(({ ignored }) => ignored === undefined)
  const modules = new Map(examples.map(({ file, line, code }) => [join(root, `${file}.example-${line}.ts`), code]))
  expect(modules.size).toBeGreaterThan(0)
  const wrong = join(root, 'wrong.ts')
  modules.set(wrong, "import { unwrap } from '@wfhost/sdk'\nunwrap(7)\n")
  expect(compile(modules)).toEqual([expect.stringContaining(wrong)])
})
