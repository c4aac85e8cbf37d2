import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', schemas: 'src/schemas.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  // One copy of each class for all entries, so that `instanceof` holds across subpaths, in CommonJS too.
  splitting: true,
  target: 'node20',
})
