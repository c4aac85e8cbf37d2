import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dist, expect, test } from './serve-site.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface PublicName {
  /** Such as `@wfhost/sdk/node`. */
  readonly entry: string
  readonly name: string
}

/** Reads the names of a report of the surface, by entry point. */
function readNames(report: string): readonly PublicName[] {
  const [, ...sections] = readFileSync(join(root, report), 'utf8').split(/^## /m)
  return sections.flatMap((section) => {
    const entry = section.slice(0, section.indexOf('\n'))
    const lines = section.matchAll(/^(?:class|const|function|interface|type) (\w+)/gm)
    return Array.from(lines, ([, name = '']) => ({ entry, name }))
  })
}

/** Whether the page of an entry point has a heading for a name. */
function hasHeading({ entry, name }: PublicName): boolean {
  const page = readFileSync(join(dist, 'reference/api', `${entry}.html`), 'utf8')
  return new RegExp(`<h\\d id="[^"]+"[^>]*>${name}(?:\\(\\)|&lt;| |<)`).test(page)
}

/** Whether the section of a name has an example, or a link to one. */
function hasExample({ entry, name }: PublicName): boolean {
  const page = readFileSync(join(dist, 'reference/api', `${entry}.html`), 'utf8')
  const sections = page.split(/(?=<h3 )/)
  const own = sections.filter((section) => new RegExp(`^<h3 id="[^"]+"[^>]*>${name}(?:\\(\\)|&lt;| |<)`).test(section))
  return own.length > 0 && own.every((section) => /<h4 id="example[^"]*"/.test(section))
}

test('every public name has an example, or a link to one', () => {
  const names = globSync('*/*.api.md', { cwd: root }).flatMap(readNames)

  expect(names.filter((name) => !hasExample(name))).toEqual([])
})

test('every public name has a place in the reference', () => {
  const names = globSync('*/*.api.md', { cwd: root }).flatMap(readNames)

  expect(names.length).toBeGreaterThan(150)
  expect(names.filter((name) => !hasHeading(name))).toEqual([])
})
