import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

const source = ['node', '--conditions=@wfhost/source'] as const

/**
 * Creates a step that checks the types of a project. It uses the compiler in Go, which takes a quarter of the time. The packed
 * tarballs are tested with the compilers of users.
 */
function typesOf(name: string, project: string): Step {
  const compiler = ['node_modules/@typescript/native/bin/tsc', '--singleThreaded', '-p', project]
  // The next run checks only files that have changed, and files that import them.
  const record = `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  return { name, command: ['node', ...compiler, '--incremental', '--tsBuildInfoFile', record] }
}

/** The checks of `npm run check`. The steps of one row run in parallel. The next row waits for them. */
const rows: readonly (readonly Step[])[] = [
  [
    { name: 'generated files are current', command: [...source, 'openapi/generate/main.ts', '--check'] },
    { name: 'diagrams are current', command: ['node', '--conditions=@wfhost/source', 'docs/draw-diagrams.ts', '--check'] },
    { name: 'reports of the surface are current', command: [...source, 'tools/scripts/api-report.ts', '--check'] },
    { name: 'language', command: ['node', 'tools/language/check-language.ts'] },
    { name: 'Dockerfile', command: ['dockerfile-utils', 'lint', 'mock-server/docker/Dockerfile'] },
    { name: 'Compose file', command: ['dclint', '--max-warnings', '0', 'mock-server/docker/compose.yaml'] },
    { name: 'format', command: ['biome', 'ci', '--error-on-warnings', '--colors=off', '.'] },
  ],
  [
    typesOf('types', 'tsconfig.json'),
    typesOf('types of the inspector', 'mock-server/inspector'),
    typesOf('types of the tools', 'tools'),
    typesOf('types of the world', 'contract-tests/proof/worlds/fastify-sqlite'),
    typesOf('types of the servers with defaults', 'contract-tests/proof/defaults'),
    {
      name: 'import directions',
      command: ['depcruise', 'internal', 'openapi', 'sdk', 'mock-server', 'contract-tests', 'queue', 'examples', 'docs', 'tools'],
    },
    { name: 'unused code and dependencies', command: ['knip'] },
  ],
  [{ name: 'tests', command: ['vitest', 'run', '--project=fast*', '--project=slow'] }],
  [{ name: 'release', command: [...source, 'tools/release/check-artefacts.ts'] }],
]

interface StepResult {
  readonly step: Step
  readonly passed: boolean
  readonly output: string
  readonly seconds: number
}

async function runStep(step: Step): Promise<StepResult> {
  const [command, ...args] = step.command
  const start = performance.now()
  // npm within npm warns about every unknown setting of this machine, and would hide the failure.
  const env = { ...process.env, NO_COLOR: '1', npm_config_loglevel: 'error' }
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`Cannot run ${command}: ${error.message}\n`))
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  return { step, passed, output: Buffer.concat(chunks).toString(), seconds: (performance.now() - start) / 1000 }
}

const { values } = parseArgs({
  options: {
    except: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: [] },
  },
})

const names = rows.flat().map((step) => step.name)
const unknown = [...values.except, ...values.only].filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`Cannot check ${unknown.map((name) => `'${name}'`).join(', ')}: the steps are ${names.join(', ')}`)
  process.exit(2)
}

const results: StepResult[] = []
for (const row of rows) {
  const wanted = row.filter(
    ({ name }) => !values.except.includes(name) && (values.only.length === 0 || values.only.includes(name)),
  )
  await Promise.all(wanted.map(async (step) => report(await runStep(step))))
}

const failed = results.filter((result) => !result.passed).map((result) => result.step.name)
if (failed.length > 0) {
  console.error(`\nThese failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)

function report(result: StepResult): void {
  results.push(result)
  console.log(`${result.passed ? 'passed' : 'FAILED'} ${result.seconds.toFixed(1).padStart(6)} s  ${result.step.name}`)
  if (!result.passed) console.log(result.output.trimEnd().replace(/^/gm, '    '))
}
