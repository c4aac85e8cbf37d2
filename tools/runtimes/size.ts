// Checks the limits of the packed client, bundled as in a user's project. With --packed <folder>, uses the one in that folder.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
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
  { names: '*', limit: 28_500 },
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

const { values } = parseArgs({ options: { packed: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'size-'))
try {
  const project = makeProject(folder, values.packed)
  for (const bundle of bundles) {
    const { biggest, code, size } = await measure(`export ${bundle.names} from '@wfhost/sdk'`, project)
    const present = code.includes(registry)
    const isForNode = code.includes(nodeOnly)
    const over = size > bundle.limit || isForNode || (bundle.withoutRegistry === true && present)
    const shaken = `${present ? 'with' : 'without'} createRegistryClient${isForNode ? ', with code for Node' : ''}`
    process.stdout.write(`${over ? 'OVER' : 'ok  '} ${size} of ${bundle.limit} bytes  ${bundle.names}, ${shaken}\n`)
    if (over) process.stdout.write(biggest.map((line) => `       ${line}\n`).join(''))
    if (over) process.exitCode = 1
  }
  for (const [name, contents] of parts) {
    process.stdout.write(`     ${(await measure(contents, project)).size} bytes  ${name} alone\n`)
  }
  for (const name of others) {
    const installed = existsSync(join(bench, 'node_modules', name))
    const size = installed ? (await measure(`export { default } from '${name}'`, bench)).size : '?'
    process.stdout.write(`     ${size} bytes  ${name} alone${installed ? '' : ': npm ci --prefix tools/bench'}\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** With all dependencies of the client, except the optional peer. */
async function measure(
  contents: string,
  project: string,
): Promise<{ readonly size: number; readonly code: string; readonly biggest: readonly string[] }> {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'browser', target: 'es2022', external: ['@opentelemetry/api'] },
  })
  const code = outputFiles[0]?.text ?? ''
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  const sorted = inputs.sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
  const biggest = sorted.slice(0, 8).map(([file, { bytesInOutput }]) => `${bytesInOutput} bytes minified: ${file}`)
  return { size: gzipSync(code, { level: 9 }).length, code, biggest }
}
