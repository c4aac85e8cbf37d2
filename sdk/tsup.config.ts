import { defineConfig } from 'tsup'
import { commonJs, keepFile, licencesOf } from '../tools/scripts/bundling.ts'

// No maps: the output is not minified. Maps would be half of the package, and contain its path.
const shared = { target: 'node20' } as const

const entry = { index: 'src/index.ts', schemas: 'src/schemas.ts', otel: 'src/otel.ts', node: 'src/node.ts' }
const batchFile = { 'batch-file': 'src/batch-file.ts' }

// A path of the project is written into the declarations. A package would stay an import, which users lack. The brand of the
// error classes is private, and its types would have to be public.
const paths = { '@wfhost/openapi': ['../openapi/src/index.ts'], '@wfhost/internal/*': ['../internal/src/*.ts'] }
const dts = { entry: { ...entry, ...batchFile }, compilerOptions: { paths, stripInternal: true } }

// The three builds write to the same folder; the build script clears the folder before them.
export default defineConfig([
  {
    ...shared,
    // Parts that not every user needs are files of their own, because a bundler drops files, but not classes with static
    // fields.
    entry: {
      ...entry,
      'create-registry-client': 'src/client/create-registry-client.ts',
      'forward-webhook': 'src/webhooks/forward-webhook.ts',
      arguments: 'src/client/arguments.ts',
      'api-error': 'src/errors/api-error.ts',
      // For browsers, package.json replaces the first file by the second.
      'connection-watch': 'src/connection/connection-watch.ts',
      'connection-watch.browser': 'src/connection/connection-watch.browser.ts',
      'workflow-failed-error': 'src/errors/workflow-failed-error.ts',
    },
    format: ['esm'],
    dts,
    esbuildPlugins: [keepFile('connection-watch')],
  },
  // Its default export has two meanings from CommonJS: for Node it is the whole module, for bundlers it is not.
  {
    ...shared,
    entry: { ...entry, ...batchFile },
    format: ['cjs'],
    dts,
    noExternal: ['openapi-fetch'],
    esbuildPlugins: [licencesOf('dist/*.cjs', 'LICENSES-cjs.txt')],
  },
  // For Node only. The packages that only these two need are bundled, so that users of the library do not install them. The
  // command is not imported: it needs no types and no CommonJS, and may use top-level await.
  {
    ...shared,
    entry: { cli: 'src/cli.ts', ...batchFile },
    splitting: false,
    // The command bundles undici; users of the library install it.
    noExternal: ['undici'],
    format: ['esm'],
    banner: commonJs,
    esbuildPlugins: [licencesOf('dist/cli.js and dist/batch-file')],
  },
])
