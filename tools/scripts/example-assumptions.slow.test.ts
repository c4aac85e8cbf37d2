import { examples, type RunnableExample } from 'virtual:examples'
import type { Assumptions } from '@wfhost/mock-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { assumptionValues, defaultAssumptions, triedAssumptions } from './assumptions.ts'
import { count } from './count.ts'

// The tutorials print their results. The check of the release compares these outputs with the pages.
beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(() => {
  vi.mocked(console.log).mockRestore()
})

/** An example that shows the effect of an option, so that it needs the default of that option. */
interface BoundExample {
  readonly file: string
  /** A text that no other example of the file contains. */
  readonly contains: string
  readonly options: readonly (keyof Assumptions)[]
  readonly reason: string
}

/** Reviewed by hand. The tests refuse entries and options that are not needed. */
const boundExamples: readonly BoundExample[] = [
  {
    file: 'sdk/src/client/create-registry-client.ts',
    contains: 'createRegistryClient(',
    options: ['manifestBody'],
    reason: 'it reads the manifest by the names of its fields, which are typed as this server has them',
  },
  {
    file: 'docs/pages/client/tools.md',
    contains: 'registry.organizationManifest(',
    options: ['manifestBody', 'sessionCookie'],
    reason: 'it reads the manifest by the names of its fields, and gives a session without the name of its cookie',
  },
]

// Other examples create no service, so assumptions do not affect them. Examples of the queue need Redis. Examples that run the
// suite take too long; contract-tests/test/assumptions runs its checks with all assumptions.
const served = examples.filter(
  ({ code, name }) => /\bcreateMock(Service|Host)\b/.test(code) && !/\bcheckServer\(/.test(code) && !name.startsWith('queue/'),
)
const tried = triedAssumptions()

test('every package with examples of a service has some here', () => {
  const folders = new Set(served.map(({ name }) => name.split(/[/:]/)[0]))
  expect(folders).toEqual(new Set(['README.md', 'contract-tests', 'mock-server', 'sdk', 'docs']))
})

describe('an example of the documentation works with all assumptions', () => {
  test.each(served)('$name', { timeout: 60_000 }, async (example) => {
    const bound = boundExamples.filter((entry) => isOf(entry, example)).flatMap(({ options }) => options)
    const failures: string[] = []
    for (const { name, assumptions } of tried) {
      const problem = await problemOf(example, { ...assumptions, ...pick(defaultAssumptions, bound) })
      if (problem !== undefined) failures.push(`${name}: ${problem}`)
    }
    expect(failures).toEqual([])
    count({ 'sets of assumptions': { 'runs of examples': tried.length } })
  })
})

describe('an example that needs the default of an option fails with another value of it', () => {
  const cases = boundExamples.flatMap((entry) => entry.options.map((option) => ({ entry, option, example: entry.contains })))
  test.each(cases)('$example $option', async ({ entry, option }) => {
    const [example, ...others] = served.filter((candidate) => isOf(entry, candidate))
    if (example === undefined) throw new Error(`No example of ${entry.file} contains ${entry.contains}`)
    expect(others.map(({ name }) => name)).toEqual([])
    const values = assumptionValues.filter(({ subject, value }) => subject === option && value !== defaultAssumptions[option])
    const problems = await Promise.all(values.map(({ value }) => problemOf(example, { [option]: value })))
    expect(problems.filter((problem) => problem !== undefined)).not.toEqual([])
  })
})

function isOf({ contains, file }: BoundExample, { code, name }: RunnableExample): boolean {
  return name.startsWith(`${file}:`) && code.includes(contains)
}

async function problemOf({ runWith }: RunnableExample, assumptions: Partial<Assumptions>): Promise<string | undefined> {
  return runWith(assumptions).then(() => undefined, String)
}

function pick(assumptions: Assumptions, options: readonly (keyof Assumptions)[]): Partial<Assumptions> {
  return Object.fromEntries(options.map((option) => [option, assumptions[option]]))
}
