import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { mutants } from '../../proof/mutants/mutants.ts'
import { openFolder, openWorld } from '../for-one-test.ts'

const mutant = mutants.find(({ foundBy }) => foundBy === 'RUN-ERROR')
const packageFolder = new URL('../../', import.meta.url)
const text = await readFile(new URL('action.yml', packageFolder), 'utf8')
const action = parse(text)
const [step] = action.runs.steps
const page = await readFile(new URL('../docs/pages/suite/ci.md', packageFolder), 'utf8')
const recipes = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, recipe]) => parse(recipe ?? ''))

test('the composite action declares, describes and uses all of its inputs', () => {
  expect(action).toMatchObject({ name: expect.any(String), description: expect.any(String), runs: { using: 'composite' } })
  const declared = Object.keys(action.inputs).toSorted()
  const used = [...new Set([...text.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name))]
  expect(used.toSorted()).toEqual(declared)
  for (const input of Object.values<{ description: string; default: string }>(action.inputs)) {
    expect(input).toEqual({ description: expect.stringMatching(/\S/), default: expect.any(String) })
  }
})

test('the values of inputs and variables never become part of the script', () => {
  for (const { run, shell } of action.runs.steps) {
    expect(shell).toBe('bash')
    expect(run).not.toContain('${{')
  }
})

test('the script has every variable that it reads', () => {
  const read = [...step.run.matchAll(/\$\{?([A-Z_]+)/g)].map(([, name]) => name)
  const given = new Set([...Object.keys(step.env), 'GITHUB_STEP_SUMMARY', 'GITHUB_ACTION_PATH'])
  expect(read.filter((name: string) => !given.has(name))).toEqual([])
  expect(read.length).toBeGreaterThan(5)
})

test('neither the action nor a recipe downloads a package by name in a job with keys', () => {
  expect(text).not.toContain('npx')
  expect(page.match(/npx (?!--no-install)\S+.*/g) ?? []).toEqual([])
})

test('the recipe for GitHub uses only inputs of the action', () => {
  const github = recipes.flat().find((recipe) => recipe.uses !== undefined)
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(github.with)))
})

test.each([
  { server: 'that is conformant', args: '', defect: undefined, expected: 0, verdict: 'CONFORMANT' },
  { server: 'whose checks are blocked', args: '--allow runs', defect: undefined, expected: 3, verdict: 'INCOMPLETE' },
  {
    server: 'with a defect',
    args: '--areas run-sync\n--only\n  run-error',
    defect: mutant,
    expected: 1,
    verdict: 'NON-CONFORMANT',
  },
])(
  'the action runs the suite on a server $server, and ends with the exit code of the suite',
  async ({ args, defect, expected, verdict }) => {
    const { config, folder } = await prepare(defect?.mutate)
    const inputs: Record<string, string> = { config, arguments: args, output: join(folder, 'reports') }
    const given = Object.entries<string>(step.env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => inputs[input] ?? ''),
    ])
    const summary = join(folder, 'summary.md')
    await mkdir(join(folder, 'reports'))
    await writeFile(join(folder, 'reports', 'report.md'), 'of another run')
    const { code, output } = await runScript(step.run, {
      folder,
      environment: { ...Object.fromEntries(given), GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: 'true' },
    })
    expect(code, output).toBe(expected)
    expect(JSON.parse(await readFile(join(folder, 'reports', 'report.json'), 'utf8')).verdict).toBe(verdict)
    expect(await readFile(summary, 'utf8')).toContain(verdict)
    if (args.includes('--only')) expect(output).toContain('run-error')
    if (args.includes('--only')) expect(output).not.toContain('run-endpoint')
    expect(output.includes('::error')).toBe(expected === 1)
  },
)

test('without a configuration, the action ends with an error of usage and without an old summary', async () => {
  const { folder } = await prepare()
  await mkdir(join(folder, 'reports'))
  await writeFile(join(folder, 'reports', 'report.md'), 'of another run')
  const environment = { CONFIG: join(folder, 'none.yaml'), ARGUMENTS: '', REPORT_DIR: join(folder, 'reports') }
  expect(
    await runScript(step.run, { folder, environment: { ...environment, GITHUB_STEP_SUMMARY: join(folder, 'none.md') } }),
  ).toMatchObject({ code: 2 })
  expect(await readdir(folder)).not.toContain('none.md')
})

test.each([
  { server: 'that is conformant', defect: undefined, expected: 0 },
  { server: 'with a defect', defect: mutant, expected: 1 },
])('the unchanged recipe for GitLab runs on a server $server, and keeps its reports', async ({ defect, expected }) => {
  const { conformance } = recipes.find((recipe) => recipe.conformance !== undefined)
  const { folder } = await prepare(defect?.mutate, 'wfhost-conformance.yaml')
  const { code, output } = await runScript(conformance.script.filter((line: string) => line !== 'npm ci').join('\n'), {
    folder,
    environment: {},
  })
  expect(code, output).toBe(expected)
  const [reports] = conformance.artifacts.paths
  expect(await readdir(join(folder, reports))).toEqual(expect.arrayContaining(['report.json', 'junit.xml', 'report.html']))
  const { junit } = conformance.artifacts.reports
  expect(await readFile(join(folder, junit), 'utf8')).toContain('<testsuites')
  expect(conformance.artifacts.when).toBe('always')
})

/** A folder with a configuration, and with an npx that runs the source of this package. */
async function prepare(
  mutate?: Parameters<typeof openWorld>[0],
  name = 'target.yaml',
): Promise<{ readonly folder: string; readonly config: string }> {
  const world = await openWorld(mutate)
  const folder = await openFolder()
  // The whole suite takes ten seconds.
  const areas = [mutate === undefined ? 'registry' : 'run-sync']
  await writeFile(join(folder, name), stringify({ ...world.config, areas }))
  const cli = fileURLToPath(new URL('src/cli.ts', packageFolder))
  // The arguments before the name of the command are for npx itself.
  const script = `while [ "$1" != wfhost-conformance ]; do shift; done; shift\nexec "${process.execPath}" --conditions=@wfhost/source "${cli}" "$@"`
  await writeFile(join(folder, 'npx'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'npx'), 0o755)
  return { folder, config: join(folder, name) }
}

function runScript(
  script: string,
  { environment, folder }: { readonly folder: string; readonly environment: Readonly<Record<string, string>> },
): Promise<{ readonly code: number; readonly output: string }> {
  const path = `${folder}:${dirname(process.execPath)}:${process.env['PATH']}`
  const env = { PATH: path, GITHUB_ACTION_PATH: fileURLToPath(packageFolder), ...environment }
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env, cwd: folder }, (...[error, stdout, stderr]) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
    })
  })
}
