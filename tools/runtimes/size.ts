// Checks the limits of the packed client, bundled as in a user's project. If a limit is exceeded, the last line names the files
// that grew since their sizes were recorded. With --packed <folder>, uses the package in that folder. With --write, records the
// sizes of the files.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'
import { makeProject } from './run/make-project.ts'

interface Bundle {
  readonly names: string
  /** Bytes, minified and compressed. */
  readonly limit: number
  /** Whether tree-shaking must remove the registry client. */
  readonly withoutRegistry?: boolean
}

/** Only the registry client contains the name of this variable. */
const registry = 'WFHOST_REGISTRY_URL'

/** Only code for Node contains this name: the key of the dispatcher of its fetch. */
const nodeOnly = 'undici.globalDispatcher'

// The limits leave room for plain code. They must not force anyone to shorten a line.
const bundles: readonly Bundle[] = [
  { names: '*', limit: 29_500 },
  { names: '{ createWorkflowClient }', limit: 24_000, withoutRegistry: true },
  { names: '{ createRegistryClient }', limit: 23_000 },
  { names: '{ unwrap }', limit: 800, withoutRegistry: true },
]

/** Packages to compare with: those that a user would have without the client, and the parts of the client. */
const parts = [
  ['openapi-fetch', "export { default } from 'openapi-fetch'"],
  [
    'openapi-fetch and the kinds of schemas of a run',
    "export { default } from 'openapi-fetch'; export { $ZodLiteral, $ZodObject, $ZodString, $ZodUnion, $ZodUnknown } from 'zod/v4/core'",
  ],
] as const

/** Alternatives to the client, if the bench has them installed. */
const others = ['ky', 'openai']
const bench = fileURLToPath(new URL('../bench', import.meta.url))

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The options of every bundle. */
const bundling = {
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  external: ['@opentelemetry/api'],
} as const satisfies BuildOptions

/** The recorded sizes of the files of the client, in bytes, minified. */
const recordPath = fileURLToPath(new URL('sizes.json', import.meta.url))

const { values } = parseArgs({ options: { packed: { type: 'string' }, write: { type: 'boolean' } } })
const folder = mkdtempSync(join(tmpdir(), 'size-'))
try {
  const project = makeProject(folder, values.packed)
  const exceeded: string[] = []

  for (const bundle of bundles) {
    const { code, size } = await measure(`export ${bundle.names} from '@wfhost/sdk'`, project)
    const present = code.includes(registry)
    const isForNode = code.includes(nodeOnly)
    const over = size > bundle.limit || isForNode || (bundle.withoutRegistry === true && present)
    const shaken = `${present ? 'with' : 'without'} createRegistryClient${isForNode ? ', with code for Node' : ''}`
    process.stdout.write(`${over ? 'OVER' : 'ok  '} ${size} of ${bundle.limit} bytes  ${bundle.names}, ${shaken}\n`)
    if (over) exceeded.push(`${bundle.names} (${size} of ${bundle.limit} bytes)`)
  }
  for (const [name, contents] of parts) {
    process.stdout.write(`     ${(await measure(contents, project)).size} bytes  ${name} alone\n`)
  }
  for (const name of others) {
    const installed = existsSync(join(bench, 'node_modules', name))
    const size = installed ? (await measure(`export { default } from '${name}'`, bench)).size : '?'
    process.stdout.write(`     ${size} bytes  ${name} alone${installed ? '' : ': npm ci --prefix tools/bench'}\n`)
  }

  const sizes = await measureFiles()
  if (values.write) writeFileSync(recordPath, `${JSON.stringify(sizes, null, 2)}\n`)
  if (exceeded.length > 0) {
    const growth = describeGrowth(sizes, JSON.parse(readFileSync(recordPath, 'utf8')))
    process.stdout.write(`Over the limit: ${exceeded.join(', ')}. ${growth}\n`)
    process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true })
}

type Sizes = Readonly<Record<string, number>>

/** Measures each source file of the complete client, and each file of its dependencies, in a bundle. */
async function measureFiles(): Promise<Sizes> {
  const { metafile } = await build({
    ...bundling,
    stdin: { contents: "export * from './sdk/src/index.ts'", resolveDir: root },
    absWorkingDir: root,
    conditions: ['@wfhost/source'],
  })
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const sizes = files.map(([file, { bytesInOutput }]) => [file, bytesInOutput] as const).filter(([, size]) => size > 0)
  return Object.fromEntries(sizes.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Lists the files that are larger than they were, with the largest growth first. */
function describeGrowth(sizes: Sizes, recorded: Sizes): string {
  const changes = Object.entries(sizes).map(([file, size]) => ({ file, growth: size - (recorded[file] ?? 0) }))
  const grown = changes.filter(({ growth }) => growth > 0).sort((a, b) => b.growth - a.growth)
  if (grown.length === 0) return 'No file is larger than its recorded size. To record the sizes, run npm run size -- --write'

  const lines = grown.slice(0, 8).map(({ file, growth }) => `${file} by ${growth}`)
  return `These files grew, in bytes minified: ${lines.join(', ')}`
}

/** Bundles all dependencies of the client, except the optional peer. */
async function measure(contents: string, project: string): Promise<{ readonly size: number; readonly code: string }> {
  const { outputFiles } = await build({ ...bundling, stdin: { contents, resolveDir: project } })
  const code = outputFiles[0]?.text ?? ''
  return { size: gzipSync(code, { level: 9 }).length, code }
}
