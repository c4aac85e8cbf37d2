import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', validators: 'src/validators.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  // The sources are published, too: the maps need not repeat them.
  esbuildOptions: (options) => {
    options.sourcesContent = false
  },
  target: 'node20',
})
