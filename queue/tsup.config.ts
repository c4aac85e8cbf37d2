import { defineConfig } from 'tsup'
import { commonJs, licencesOf } from '../tools/scripts/bundling.ts'

// A path of the project is written into the declarations. A package would stay an import, which users lack.
const paths = { '@wfhost/internal/*': ['../internal/src/*.ts'] }

export default defineConfig({
  target: 'node20',
  entry: { index: 'src/index.ts', command: 'src/command.ts' },
  format: ['esm'],
  dts: { compilerOptions: { paths, stripInternal: true } },
  banner: commonJs,
  esbuildPlugins: [licencesOf('dist/command.js')],
})
