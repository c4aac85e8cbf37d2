import { defineConfig } from 'tsup'

const shared = { sourcemap: true, target: 'node20' } as const

export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', schemas: 'src/schemas.ts', otel: 'src/otel.ts' },
    format: ['esm', 'cjs'],
    // A path of the project is written into the declarations; a package would stay an import, which users lack.
    dts: { compilerOptions: { paths: { '@wfhost/openapi': ['../openapi/src/index.ts'] } } },
    // The command is built beside this, see below.
    clean: ['!cli.*'],
  },
  // Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  { ...shared, entry: { cli: 'src/cli.ts' }, format: ['esm'] },
])
