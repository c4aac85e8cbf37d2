import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkTypes } from './check-types.ts'

const entry = '@wfhost/published'

/** Creates a project with an installed package that has the given declarations. */
function installDeclarations(declarations: string): string {
  const project = mkdtempSync(join(tmpdir(), 'types-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const folder = join(project, 'node_modules', entry)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: entry, exports: './index.js' }))
  writeFileSync(join(folder, 'index.d.ts'), declarations)
  return project
}

test('a package compiles with each compiler of users', { timeout: 60_000 }, () => {
  const project = installDeclarations('export declare const width: number\n')
  checkTypes(project, [entry])
})

test('an error of every compiler is reported for each of them', { timeout: 60_000 }, () => {
  const project = installDeclarations('export declare const width: Width\n')

  expect(() => checkTypes(project, [entry])).toThrow(
    new RegExp(
      [
        'TypeScript 5.9, exactOptionalPropertyTypes true: .*Width.*',
        'TypeScript 5.9, exactOptionalPropertyTypes false: .*Width.*',
        'TypeScript 7, exactOptionalPropertyTypes true: .*Width.*',
        'TypeScript 7, exactOptionalPropertyTypes false: .*Width.*',
      ].join('\n'),
    ),
  )
})

test('an error that only exactOptionalPropertyTypes causes is reported', { timeout: 60_000 }, () => {
  const project = installDeclarations(`interface Options { width?: number }
export interface Size extends Options { width?: number | undefined }
`)

  expect(() => checkTypes(project, [entry])).toThrow(/^(?!.*Types false).*Types true: .*Size.*$/s)
})
