import { buildSync } from 'esbuild'

const servers = ['bare', 'reference', 'msw-over-http', 'prism-silent', 'constant', 'faulty']

/** Compiles the servers, so that no start pays for the removal of types. What they import of others stays outside. */
export function buildServers(folder: string): void {
  buildSync({
    entryPoints: servers.map((name) => `${folder}/servers/${name}.ts`),
    outdir: `${folder}/node_modules/.servers`,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  })
}
