import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', validators: 'src/validators.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  // Data and generated code, which nobody steps through: maps would be a quarter of the package.
  sourcemap: false,
  esbuildOptions: (options) => {
    options.minifyWhitespace = true
  },
  target: 'node20',
})
