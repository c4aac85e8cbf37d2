import { defineConfig } from 'tsup'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    msw: 'src/doors/msw.ts',
    http: 'src/doors/http.ts',
    prism: 'src/doors/prism.ts',
    cli: 'src/cli.ts',
  },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  // One copy of each class for all entries, so that `instanceof` holds across subpaths, in CommonJS too.
  splitting: true,
  target: 'node20',
})
