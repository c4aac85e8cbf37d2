import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findLacks, listExports } from './documentation.ts'

const folder = mkdtempSync(join(tmpdir(), 'documentation-'))
afterAll(() => rmSync(folder, { recursive: true }))

function judge(source: string, members = true) {
  const root = mkdtempSync(join(folder, 'root-'))
  writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"ES2023"}}')
  mkdirSync(join(root, 'package'))
  writeFileSync(join(root, 'package/package.json'), '{"name":"p","exports":{".":{"@wfhost/source":"./index.ts"}}}')
  writeFileSync(join(root, 'package/index.ts'), source)
  return findLacks(listExports(join(root, 'package')), { requirementIds: ['RUN-ARGS'], members })
}

function example(fence: string): string {
  return `/** Adds (RUN-ARGS).\n * @example\n * ${fence}\n * add()\n * \`\`\`\n */`
}

describe('The documentation of a package', () => {
  test('lacks nothing when each symbol, member and option says what it is', () => {
    const options = '/** How. */\nexport interface Options {\n  /** Width. @default 7 */\n  width?: number }'
    const found = judge(`${options}\n${example('```ts')}\nexport function add(options: Options = {}) { return options }`)
    expect(found).toEqual({ symbols: 2, members: 1, examples: 1, defaults: 1, lacks: [] })
  })

  test.each([
    { lacked: 'a docstring', source: 'export interface Size {}', lack: 'p Size lacks a docstring' },
    {
      lacked: 'the docstring of a member',
      source: '/** Size. */\nexport interface Size { width: number }',
      lack: 'Size.width lacks a docstring',
    },
    {
      lacked: 'an example',
      source: '/** Adds. */\nexport function add() {}',
      lack: 'p add lacks an example: @example with a ts block',
    },
    {
      lacked: 'a default',
      source: `/** How. */\nexport interface Options {\n/** Width. */\nwidth?: number }\n${example('```ts')}\nexport function add(options: Options) {}`,
      lack: 'Options.width can be left out and lacks @default',
    },
    {
      lacked: 'a default in a method',
      source:
        '/** How. */\nexport interface B {\n/** Width. */\nwidth?: number }\n/** A. */\nexport interface A {\n/** Adds. */\nadd(options?: B): void }',
      lack: 'B.width can be left out and lacks @default',
    },
    {
      lacked: 'a requirement that exists',
      source: '/** See RUN-ARGUES. */\nexport type Size = 1',
      lack: 'p Size names RUN-ARGUES, which is no requirement',
    },
  ])('is told that it lacks $lacked', ({ source, lack }) => {
    expect(judge(source).lacks).toEqual([lack])
  })

  test('may leave a member without a docstring where that is not demanded', () => {
    expect(judge('/** Size. */\nexport interface Size { width: number }', false).lacks).toEqual([])
  })

  test('has no example for a class that extends one that has an example', () => {
    const base = `${example('```ts')}\nexport class A {}`
    expect(judge(`${base}\n/** B. */\nexport class B extends A {}`)).toMatchObject({ examples: 1, lacks: [] })
    expect(judge('/** B. */\nexport class B extends Error {}').lacks).toEqual(['p B lacks an example: @example with a ts block'])
  })

  test('may say why an example is not run', () => {
    expect(judge(`${example('```ts ignore because')}\nexport function add() {}`).lacks).toEqual([])
    expect(judge(`${example('```sh')}\nexport function add() {}`).lacks).toHaveLength(1)
  })
})
