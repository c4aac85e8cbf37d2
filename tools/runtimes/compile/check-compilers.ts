import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findInstalled, MissingRuntime } from '../run/runtime.ts'

/** By `moduleResolution`. A bundler has no CommonJS of its own, and `node10` no `exports`; TypeScript 7 has dropped it. */
const resolutions = [
  { module: 'nodenext', moduleResolution: 'nodenext', files: ['consumer.mts', 'consumer.cts'] },
  { module: 'esnext', moduleResolution: 'bundler', files: ['consumer.mts'] },
  { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true, files: ['consumer.cts'] },
] as const

const compilers = [
  { compiler: 'typescript-5.9', knows: resolutions },
  { compiler: 'typescript-7', knows: resolutions.slice(0, 2) },
]

const strict = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  noEmit: true,
}

/** Compiles a consumer of the packed client with each compiler, and returns the results. */
export function checkCompilers(project: string): { readonly text: string; readonly clean: boolean } {
  const consumer = fileURLToPath(new URL('consumer.ts', import.meta.url))
  for (const file of resolutions[0].files) copyFileSync(consumer, join(project, file))
  const lines = compilers.flatMap(({ compiler, knows }) => knows.map((resolution) => compile({ compiler, resolution, project })))
  return { text: lines.map(({ line }) => line).join('\n'), clean: lines.every(({ clean }) => clean) }
}

function compile({ compiler, project, resolution }: CompilerRun): { readonly line: string; readonly clean: boolean } {
  const { files, ...options } = resolution
  const title = `${compiler}, ${resolution.moduleResolution}`
  const config = join(project, `tsconfig.${resolution.moduleResolution}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, ...options }, files }))
  try {
    const tsc = findInstalled(`${compiler}/bin/tsc`)
    const { status, stderr, stdout } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: project, encoding: 'utf8' })
    if (status === 0) return { line: `${title}: ${files.join(', ')} compiled`, clean: true }
    return { line: `failed: ${title}:\n${stdout}${stderr}`.trimEnd(), clean: false }
  } catch (error) {
    if (error instanceof MissingRuntime) return { line: `not here: ${title}: ${error.message}`, clean: true }
    throw error
  }
}

interface CompilerRun {
  readonly compiler: string
  readonly resolution: (typeof resolutions)[number]
  readonly project: string
}
