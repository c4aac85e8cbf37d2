import { defineConfig } from 'tsup'
import { commonJs, licencesOf } from '../tools/scripts/bundling.ts'

const shared = { target: 'node20' } as const

// The private package is not published, so its types are bundled.
const dts = { compilerOptions: { paths: { '@wfhost/internal/*': ['../internal/src/*.ts'] } } }

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts', vitest: 'src/vitest.ts' }, format: ['esm'], dts },
  // Vitest cannot be required, so modules that use it cannot either.
  { ...shared, entry: { index: 'src/index.ts' }, format: ['cjs'], dts },
  // Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  {
    ...shared,
    entry: { cli: 'src/cli.ts' },
    format: ['esm'],
    banner: commonJs,
    esbuildPlugins: [licencesOf('cli.js', 'cli.LICENSES.txt')],
  },
])
