import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findLacks, listExports } from './documentation.ts'

const good = `
/** How. */
export interface Options {
  /** Width. @default 7 */
  width?: number }
/** Adds (RUN-ARGS).
 * @example
 * ${'```'}ts
 * add()
 * ${'```'}
 */
export function add(options: Options = {}) { return options }
/** Adds, elsewhere.
 * @example
 * ${'```'}ts ignore because
 * add()
 * ${'```'}
 */
export class Adder {}
/** One that extends another one. */
export class Summer extends Adder {}
`

const bad = `
export interface Size {
  width: number }
/** How. */
export interface Sizes {
  /** Width. */
  width?: number
  /** Makes. */
  make(how?: Makes): void }
/** How. */
export interface Makes {
  /** Depth. */
  depth?: number }
/** Adds (RUN-ARGUES). */
export function add() {}
/** Draws.
 * @example
 * ${'```'}sh
 * draw
 * ${'```'}
 */
export function draw(sizes: Sizes) {}
/** (RUN-ARGS) */
export interface OnlyIds {}
/** Adds what RUN-ARGS requires. */
export interface IdsInText {}
/** An interface that extends a type that is not public. */
export class Failure extends Error {}
`

function judge(source: string) {
  const root = mkdtempSync(join(tmpdir(), 'documentation-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"ES2023"}}')
  mkdirSync(join(root, 'package'))
  writeFileSync(join(root, 'package/package.json'), '{"name":"p","exports":{".":{"@wfhost/source":"./index.ts"}}}')
  writeFileSync(join(root, 'package/index.ts'), source)
  const exported = listExports(join(root, 'package'))
  return (members: boolean) => findLacks(exported, { requirementIds: ['RUN-ARGS'], members })
}

test('accepts a package whose symbols, members and options all have documentation', () => {
  expect(judge(good)(true)).toEqual({ symbols: 4, members: 1, examples: 2, defaults: 1, lacks: [] })
})

test('names each missing part of the documentation, including docstrings of members if they are required', () => {
  const judged = judge(bad)
  const ofMember = 'Size.width lacks a docstring'
  expect(judged(true).lacks.toSorted()).toEqual([
    'Makes.depth can be left out and lacks @default',
    ofMember,
    'Sizes.width can be left out and lacks @default',
    'p Failure lacks an example: @example with a ts block',
    'p IdsInText is explained by requirement ids',
    'p OnlyIds is explained by requirement ids',
    'p Size lacks a docstring',
    'p add lacks an example: @example with a ts block',
    'p add names RUN-ARGUES, which is not a requirement',
    'p draw lacks an example: @example with a ts block',
  ])
  expect(judged(false).lacks).toEqual(judged(true).lacks.filter((lack) => lack !== ofMember))
})
