import { defineConfig } from 'tsup'

export default defineConfig({
  target: 'node20',
  entry: { index: 'src/index.ts', command: 'src/command.ts' },
  format: ['esm'],
  dts: { compilerOptions: { stripInternal: true } },
})
