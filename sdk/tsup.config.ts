import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', schemas: 'src/schemas.ts', otel: 'src/otel.ts' },
  format: ['esm', 'cjs'],
  // A path of the project is written into the declarations; a package would stay an import, which users lack.
  dts: { compilerOptions: { paths: { '@wfhost/openapi': ['../openapi/src/index.ts'] } } },
  clean: true,
  sourcemap: true,
  target: 'node20',
})
