import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { createMockService, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createWorkflowClient } from '@wfhost/sdk'
import { expect, test } from 'vitest'
import { snippetEnds } from '../../docs/pages/.vitepress/snippet-output.ts'

const page = readFileSync(new URL('../../docs/pages/home-snippets.md', import.meta.url), 'utf8')
const snippets = [...page.matchAll(/^```js \[(.+)\]\n([\s\S]*?)^```$/gm)].map(([, title = '', code = '']) => ({ title, code }))

/** The key that each snippet uses. */
const keys: Readonly<Record<string, string | object>> = {
  Run: sampleKeys.workflows,
  'Failed run': sampleKeys.workflows,
  Refused: sampleKeys.workflows.echo,
}

test.each(snippets)('the snippet "$title" of the home page prints what its last comment says', async ({ code, title }) => {
  const { fetch } = createMockService(createSampleWorld())
  const printed: string[] = []
  const names = {
    createWorkflowClient: (options: object) => createWorkflowClient({ ...options, fetch } as never),
    baseUrl: 'http://localhost',
    apiKey: keys[title],
    console: { log: (...values: unknown[]) => printed.push(values.map(toText).join(' ')) },
  }
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  await new AsyncFunction(...Object.keys(names), code)(...Object.values(names))
  expect(printed.map((line) => `// ${line}`)).toEqual([code.trim().split('\n').at(-1)])
})

test('the home page has a snippet for each outcome', () => {
  expect(snippets.map(({ title }) => title)).toEqual(Object.keys(keys))
})

test('the trail below a snippet shows the steps of its run, with their status', async () => {
  const { fetch } = createMockService(createSampleWorld())
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: sampleKeys.workflows, fetch })
  const run = await client.run('support-triage', { subject: 'My invoice is wrong', priority: 2 })
  const failed = await client.run('charge-card', { amount: 12 })

  expect(readSteps('Run')).toEqual(Object.entries(run.stepOutputs).map(([id, step]) => [id, step.status === 'success']))
  expect(readSteps('Failed run')).toEqual(Object.entries(failed.stepOutputs).map(([id, step]) => [id, step.status === 'success']))
})

/** Reads the steps of a trail, which stand between the request and its result. */
function readSteps(title: string): (readonly [id: string, isPassed: boolean])[] {
  const nodes = snippetEnds[title]?.trail.slice(1, -1) ?? []
  return nodes.map(({ status, text }) => [text, status === 'passed'])
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value)
}
