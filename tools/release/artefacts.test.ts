import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { brokenLinks, checkWeight } from './artefacts.ts'

const home = 'https://github.com/wfhost/wfhost/blob/main'
const files = ['README.md', 'docker/Dockerfile', 'examples/README.md', 'examples/next/app/page.tsx']

test.each([
  ['README.md', '[a](docker/Dockerfile) [b](examples) [c](examples/next/) [d](#prism) [e](https://docs.jsonata.org)'],
  ['examples/README.md', '[up](../README.md#a-walk) [in](next/app/page.tsx)'],
  ['README.md', `[home](${home}/docs/pages/client/errors.md#codes)`],
])('%s may link to files and folders of the package, places and addresses: %s', (file, text) => {
  expect(brokenLinks(text, { file, files })).toEqual([])
})

test.each([
  ['README.md', '[a](../examples/README.md)', '../examples/README.md'],
  ['README.md', '[a](docker/Dockerfile.txt)', 'docker/Dockerfile.txt'],
  ['examples/README.md', '[a](failing) [b](next)', 'failing'],
  ['README.md', `[home](${home}/sdk/GONE.md)`, `${home}/sdk/GONE.md`],
])('%s may not link to something outside the package: %s', (...[file, text, broken]) => {
  expect(brokenLinks(text, { file, files })).toEqual([broken])
})

test('the pages on npm for the client, the server and the suite stay short', () => {
  const pages = ['sdk', 'mock-server', 'contract-tests'].map((folder) => readFileSync(`${folder}/README.md`, 'utf8'))
  expect(pages.join(' ').split(/\s+/).length).toBeLessThan(2500)
})

const name = '@wfhost/mock-server'
const manifest = { name, version: '0.1.0', exports: {} }
const tarball = { workspace: 'mock-server', path: 'none', manifest, files: [] }
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates a project with packages of the given sizes, each of which depends on the next. */
function projectWith(sizes: readonly number[]): string {
  const project = mkdtempSync(join(tmpdir(), 'weight-'))
  folders.push(project)
  for (const [index, bytes] of sizes.entries()) {
    const folder = join(project, 'node_modules', index === 0 ? name : `package-${index}`)
    mkdirSync(folder, { recursive: true })
    const dependencies = index + 1 < sizes.length ? { [`package-${index + 1}`]: '1' } : {}
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, dependencies, peerDependencies: { large: '1' } }))
    writeFileSync(join(folder, 'index.js'), ' '.repeat(bytes))
  }
  return project
}

describe(checkWeight, () => {
  test('accepts packages that are small enough, however their size is divided', () => {
    checkWeight({ tarball, project: projectWith([100, ...Array(9).fill(100)]) })
  })

  test('refuses too many packages, and too many bytes in an indirect dependency', () => {
    assert.throws(() => checkWeight({ tarball, project: projectWith(Array(11).fill(1)) }), /: 11 packages, 0\.0 MB at run time/)
    assert.throws(() => checkWeight({ tarball, project: projectWith([1, 1, 7_000_000]) }), /: 3 packages, 7\.0 MB at run time/)
  })

  test('names the missing dependency', () => {
    const project = projectWith([1, 1])
    rmSync(join(project, 'node_modules', 'package-1'), { recursive: true })
    assert.throws(() => checkWeight({ tarball, project }), /Cannot weigh package-1: it is not installed/)
  })
})
