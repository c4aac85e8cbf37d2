import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', validators: 'src/validators.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  clean: true,
  sourcemap: true,
  target: 'node20',
})
