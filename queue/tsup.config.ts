import { defineConfig } from 'tsup'
import { commonJs, licencesOf } from '../tools/scripts/bundling.ts'

export default defineConfig({
  target: 'node20',
  entry: { index: 'src/index.ts', command: 'src/command.ts' },
  format: ['esm'],
  dts: { compilerOptions: { stripInternal: true } },
  banner: commonJs,
  esbuildPlugins: [licencesOf('dist/command.js')],
})
