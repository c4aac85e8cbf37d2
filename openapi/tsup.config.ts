import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', validators: 'src/validators.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  // Maps would be a quarter of the package, and are not needed to debug data and generated code.
  sourcemap: false,
  esbuildOptions: (options) => {
    options.minifyWhitespace = true
  },
  target: 'node20',
})
