import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeBadge, drawBadge, readBadges } from '../../docs/badges.ts'

function readText(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
}

const badges = Object.entries(readBadges())
const readme = readText('README.md')
const links = [...readme.matchAll(/!\[([^\]]+)\]\(docs\/pages\/badges\/([\w-]+)\.svg\)/g)]

test('the README has a badge for each fact, with the fact as its text', () => {
  const described = badges.map(([name, badge]) => [describeBadge(badge), name])
  expect(links.map(([, text, name]) => [text, name])).toEqual(described)
})

test.each(badges)('the badge "%s" shows the present fact', (name, badge) => {
  // If the fact has changed, run `npm run generate`.
  expect(readText(`docs/pages/badges/${name}.svg`)).toBe(drawBadge(badge))
})

test('the badges state what the packages state', () => {
  const texts = badges.map(([, badge]) => describeBadge(badge))
  const { engines, license } = JSON.parse(readText('sdk/package.json'))
  expect(texts).toContain(`licence: ${license}`)
  expect(texts).toContain(`Node: ${engines.node.replace('>=', '')} or newer`)
  expect(texts).toContain(`OpenAPI: ${/^openapi: (3\.\d)/m.exec(readText('openapi/openapi.yaml'))?.[1]}`)
})

test('the pictures of the README come from this repository', () => {
  const sources = [...readme.matchAll(/(?:!\[[^\]]*\]\(|src(?:set)?=")([^)"]+)/g)].map(([, source]) => source)
  expect(sources.length).toBeGreaterThan(links.length)
  expect(sources.filter((source) => !source?.startsWith('docs/pages/'))).toEqual([])
})
