import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

export interface EntryToBuild {
  readonly entry: 'process' | 'web' | 'worker'
  readonly project: string
  /** Export conditions of a runtime that runs a bundle. Other runtimes resolve the client themselves. */
  readonly conditions?: readonly string[]
}

export async function buildEntry({ conditions, entry, project }: EntryToBuild): Promise<string> {
  const outfile = join(project, `${entry}-${conditions?.join('-') ?? 'unbundled'}.js`)
  await build({
    entryPoints: [fileURLToPath(new URL(`../entries/${entry}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    target: 'es2022',
    format: entry === 'web' ? 'iife' : 'esm',
    logLevel: 'error',
    ...(conditions
      ? { platform: 'browser', conditions: [...conditions], plugins: [fromProject(project)] }
      : { platform: 'node', external: ['@wfhost/sdk'] }),
  })
  return outfile
}

/** The packed client, not the client of the workspace. */
function fromProject(project: string): Plugin {
  return {
    name: 'packed client',
    setup: ({ onResolve, resolve }) => {
      onResolve({ filter: /^@wfhost\/sdk$/ }, ({ kind, path, resolveDir }) =>
        resolveDir === project ? undefined : resolve(path, { kind, resolveDir: project }),
      )
    },
  }
}
