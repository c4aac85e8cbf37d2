import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { copiedPages } from '../../docs/copied-pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
// The site writes the pages of these folders. Git ignores them.
const isGenerated = /^docs\/pages\/(?:guide|reference|errors|decisions|public)\//
const pages = globSync('docs/pages/**/*.md', { cwd: root }).filter(
  (file) => !isGenerated.test(file) && !file.includes('.vitepress'),
)

/** Lists the callouts of a page: their kinds and titles. A group of code is none. */
function listCallouts(file: string): { readonly kind: string; readonly title: string }[] {
  const found = readFileSync(`${root}${file}`, 'utf8').matchAll(/^::: (\S+)(?: (.+))?$/gm)
  return Array.from(found, ([, kind = '', title = '']) => ({ kind, title })).filter(({ kind }) => kind !== 'code-group')
}

test('a page has two callouts at most, and the title of a callout is its first sentence', () => {
  for (const file of pages) {
    const callouts = listCallouts(file)
    expect(callouts.length, file).toBeLessThanOrEqual(2)
    for (const { kind, title } of callouts) {
      expect(['tip', 'warning', 'details'], file).toContain(kind)
      if (kind !== 'details') expect(title, file).toMatch(/\.$/)
    }
  }
  expect(pages.flatMap(listCallouts).length).toBeGreaterThan(10)
})

test('a README has no callouts, because npm shows their marks', () => {
  expect(Object.values(copiedPages).filter((file) => listCallouts(file).length > 0)).toEqual([])
})
