import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import type { Framework, Project } from './run/make-project.ts'
import { withPage } from './run/with-page.ts'

/**
 * Cypress itself does not run, because its binary is not an npm package. The recipe is compiled, its configuration starts its
 * servers, and a replacement for `cy` performs the steps of the spec in Chromium.
 */
export const cypress: Framework = { recipe: 'cypress', said: ['cypress'], run }

type Tasks = Record<string, (argument: unknown) => unknown>

interface Config {
  readonly e2e: {
    readonly baseUrl: string
    readonly setupNodeEvents: (
      on: (event: 'task', tasks: Tasks) => void,
      config: { readonly projectRoot: string },
    ) => Promise<void>
  }
}

async function run(project: Project): Promise<void> {
  await project.run(['tsc', '-p', '.'])
  vi.stubEnv('PORT', String(await freePort()))
  const { default: config }: { readonly default: Config } = await import(
    pathToFileURL(join(project.folder, 'cypress.config.ts')).href
  )
  const { baseUrl, setupNodeEvents } = config.e2e
  const tasks: Tasks = {}
  await setupNodeEvents((_, given) => Object.assign(tasks, given), { projectRoot: project.folder })
  const spec = readFileSync(join(project.folder, 'e2e/triage.cy.ts'), 'utf8')
  const ran = await withPage(baseUrl, (page) => runSpec(spec, { page, baseUrl, tasks }))
  assert.equal(ran, 2)
}

interface Surroundings {
  readonly page: Page
  readonly baseUrl: string
  readonly tasks: Tasks
}

/** Runs the tests of a spec without types, and counts them. Commands run one after another, as in Cypress. */
async function runSpec(text: string, { baseUrl, page, tasks }: Surroundings): Promise<number> {
  const [row, hooks, bodies]: [(() => Promise<unknown>)[], (() => void)[], (() => void)[]] = [[], [], []]
  const cy = {
    task: (name: string, argument?: unknown) => {
      let value: unknown
      row.push(async () => {
        value = await tasks[name]?.(argument === undefined ? undefined : JSON.parse(JSON.stringify(argument)))
        assert(value !== undefined, `the task ${name} returned nothing, which Cypress refuses`)
      })
      return { should: (_: 'equal', expected: unknown) => row.push(async () => assert.equal(value, expected)) }
    },
    visit: (path: string) => row.push(() => page.goto(new URL(path, baseUrl).href)),
    contains: (selector: string, content: string) => {
      const found = page.locator(selector, { hasText: content })
      row.push(() => found.waitFor())
      return { click: () => row.push(() => found.click()) }
    },
  }
  runInNewContext(text, {
    cy,
    beforeEach: (body: () => void) => hooks.push(body),
    it: (_: string, body: () => void) => bodies.push(body),
  })
  for (const body of bodies) {
    for (const each of [...hooks, body]) each()
    for (const command of row.splice(0)) await command()
  }
  return bodies.length
}
