import { defineConfig } from 'tsup'

const shared = { sourcemap: true, target: 'node20' } as const

export default defineConfig([
  // The command is built beside this, see below.
  { ...shared, entry: { index: 'src/index.ts', vitest: 'src/vitest.ts' }, format: ['esm', 'cjs'], dts: true, clean: ['!cli.*'] },
  // Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  { ...shared, entry: { cli: 'src/cli.ts' }, format: ['esm'] },
])
