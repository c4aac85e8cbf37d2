import { defineConfig } from 'tsup'

const shared = { target: 'node20' } as const

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts', vitest: 'src/vitest.ts' }, format: ['esm'], dts: true },
  // Vitest cannot be required, and so neither can what uses it.
  { ...shared, entry: { index: 'src/index.ts' }, format: ['cjs'], dts: true },
  // Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  { ...shared, entry: { cli: 'src/cli.ts' }, format: ['esm'] },
])
