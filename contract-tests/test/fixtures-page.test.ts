import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { writeFixturesPage } from '../../docs/fixtures-page.ts'
import { runCommandLine } from '../proof/contract-server.ts'
import { fixtureNames } from '../src/cli/render-config.ts'
import { fixturesSchema } from '../src/target/fixtures.ts'

const page = writeFixturesPage(JSON.parse((await runCommandLine(['schema'])).output))
const sections = page.split(/^## /m).slice(1)

test('the page of fixtures has a section for each fixture, in the order of a configuration', () => {
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(fixtureNames)
})

test.each(sections.map((section) => [section.split('\n', 1)[0] ?? '', section]))(
  'the section of %s is complete',
  (_, section) => {
    const [, example = ''] = /```yaml\n([\s\S]*?)\n```/.exec(section) ?? []
    const { fixtures } = parse(example)
    expect(fixturesSchema.partial().safeParse(fixtures).error?.issues ?? []).toEqual([])
    // Each member has a description, except for the names of parameters, which need none.
    const undescribed = section.split('\n').filter((line) => /^\| `(?!parameters\.)[^|]*\|[^|]*\|[^|]*\|\s*\|$/.test(line))
    expect(undescribed).toEqual([])
    // No check requires the pointers into a manifest.
    const effects = section.startsWith('manifest\n')
      ? /No check requires it/
      : /send at most \d+ runs? and \d+ executions?\.[\s\S]*Checks: `[a-z]/
    expect(section).toMatch(effects)
  },
)
