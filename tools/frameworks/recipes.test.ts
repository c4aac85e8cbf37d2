// Runs the recipes in their frameworks, with our packages as they would be published. -t chooses some.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { pack, type Tarball } from '../release/pack.ts'
import { cypress } from './cypress.ts'
import { next } from './next.ts'
import { react } from './react.ts'
import { makeProject } from './run/make-project.ts'
import { jest, playwright, vitest } from './runners.ts'
import { storybook } from './storybook.ts'

const frameworks = [...jest, ...vitest, ...react, playwright, next, ...storybook, cypress].map((framework) => {
  const versions = Object.entries(framework.packages ?? {}).map(([name, version]) => `${name} ${version}`)
  return { framework, title: [framework.recipe, ...versions].join(', ') }
})
const folder = mkdtempSync(join(tmpdir(), 'frameworks-'))
const tarballs: Tarball[] = []
const rows: string[] = []

beforeAll(() => {
  for (const name of ['openapi', 'sdk', 'mock-server']) {
    execFileSync('npm', ['run', 'build', '--silent', '--workspace', name], { stdio: ['ignore', 'ignore', 'inherit'] })
    tarballs.push(pack(name, folder))
  }
}, 300_000)

test.each(frameworks)('the recipe $title passes', { timeout: 1_200_000 }, async ({ framework }) => {
  const project = await makeProject(framework, { folder: mkdtempSync(join(folder, 'recipe-')), tarballs })
  await framework.run(project)
  rows.push(`| ${framework.recipe} | ${framework.said.map((name) => `${name} ${project.version(name)}`).join(', ')} |`)
})

afterAll(() => {
  console.log(['The table of examples/README.md:', '| recipe | ran with |', '|---|---|', ...rows].join('\n'))
  rmSync(folder, { recursive: true })
}, 300_000)
