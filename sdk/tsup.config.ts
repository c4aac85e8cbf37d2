import { defineConfig } from 'tsup'

// No maps: the output is not minified, and the sources lie beside it. They were half of the package, and held its path.
const shared = { target: 'node20' } as const

const entry = { index: 'src/index.ts', schemas: 'src/schemas.ts', otel: 'src/otel.ts' }

// A path of the project is written into the declarations; a package would stay an import, which users lack.
// How the classes know each other is nobody else's business, and its types would have to be public.
const paths = { '@wfhost/openapi': ['../openapi/src/index.ts'], '@wfhost/wire/*': ['../wire/src/*.ts'] }
const dts = { entry, compilerOptions: { paths, stripInternal: true } }

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
      'workflow-failed-error': 'src/errors/workflow-failed-error.ts',
    },
    format: ['esm'],
    dts,
  },
  // Its default export is read in two ways from CommonJS: Node takes the whole module for it, and bundlers do not.
  { ...shared, entry, format: ['cjs'], dts, noExternal: ['openapi-fetch'] },
  // Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  { ...shared, entry: { cli: 'src/cli.ts' }, format: ['esm'] },
])
