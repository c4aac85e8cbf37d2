import { defineConfig } from 'tsup'
import { commonJs, licencesOf } from '../tools/scripts/bundling.ts'

// No maps: the output is not minified. They were half of the package, and held its path.
const shared = { target: 'node20' } as const

const entry = { index: 'src/index.ts', schemas: 'src/schemas.ts', otel: 'src/otel.ts', node: 'src/node.ts' }
const batchFile = { 'batch-file': 'src/batch-file.ts' }

// A path of the project is written into the declarations; a package would stay an import, which users lack.
// How the classes know each other is nobody else's business, and its types would have to be public.
const paths = { '@wfhost/openapi': ['../openapi/src/index.ts'], '@wfhost/internal/*': ['../internal/src/*.ts'] }
const dts = { entry: { ...entry, ...batchFile }, compilerOptions: { paths, stripInternal: true } }

// The three builds write beside each other; the build script clears the folder before them.
export default defineConfig([
  {
    ...shared,
    // What not every user takes stands in a file of its own: a bundler drops files, and not classes with static fields.
    entry: {
      ...entry,
      'create-registry-client': 'src/client/create-registry-client.ts',
      'forward-webhook': 'src/webhooks/forward-webhook.ts',
      arguments: 'src/client/arguments.ts',
      'api-error': 'src/errors/api-error.ts',
      'workflow-failed-error': 'src/errors/workflow-failed-error.ts',
      manifest: 'src/responses/manifest.ts',
      run: 'src/responses/run.ts',
    },
    format: ['esm'],
    dts,
  },
  // Its default export is read in two ways from CommonJS: Node takes the whole module for it, and bundlers do not.
  {
    ...shared,
    entry: { ...entry, ...batchFile },
    format: ['cjs'],
    dts,
    noExternal: ['openapi-fetch'],
    esbuildPlugins: [licencesOf('dist/*.cjs', 'LICENSES-cjs.txt')],
  },
  // For Node alone. What only these two need of other packages is in them, so that the users of the library install none
  // of that. Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  {
    ...shared,
    entry: { cli: 'src/cli.ts', ...batchFile },
    splitting: false,
    // The command brings undici along; users of the library install it.
    noExternal: ['undici'],
    format: ['esm'],
    banner: commonJs,
    esbuildPlugins: [licencesOf('dist/cli.js and dist/batch-file')],
  },
])
