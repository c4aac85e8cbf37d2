import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Options } from 'tsup'

// No maps: the output is not minified. They were half of the package, and held its path.
const shared = { target: 'node20' } as const

const entry = { index: 'src/index.ts', schemas: 'src/schemas.ts', otel: 'src/otel.ts' }
const batchFile = { 'batch-file': 'src/batch-file.ts' }

// A path of the project is written into the declarations; a package would stay an import, which users lack.
// How the classes know each other is nobody else's business, and its types would have to be public.
const paths = { '@wfhost/openapi': ['../openapi/src/index.ts'], '@wfhost/wire/*': ['../wire/src/*.ts'] }
const dts = { entry: { ...entry, ...batchFile }, compilerOptions: { paths, stripInternal: true } }

// Packages that are CommonJS ask for the modules of Node in a way that an ES module does not have.
const commonJs = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }

/** Writes the licences of the packages whose code is in the output. */
const licences: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'licences',
  setup: ({ initialOptions, onEnd }) => {
    initialOptions.metafile = true
    onEnd(({ metafile }) => {
      const folders = Object.keys(metafile?.inputs ?? {}).flatMap(
        (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
      )
      const texts = [...new Set(folders)].sort().map((folder) => {
        const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
          readFileSync(join(folder, 'package.json'), 'utf8'),
        )
        const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
        return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'see its package.json'}\n`
      })
      writeFileSync(
        'dist/LICENSES.txt',
        `dist/cli.js and dist/batch-file contain code of these packages.\n\n${texts.join('\n---\n\n')}`,
      )
    })
  },
}

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
  { ...shared, entry: { ...entry, ...batchFile }, format: ['cjs'], dts, noExternal: ['openapi-fetch'] },
  // For Node alone. What only these two need of other packages is in them, so that the users of the library install none
  // of that. Nobody imports the command: it needs no types and no CommonJS, and may use top-level await.
  {
    ...shared,
    entry: { cli: 'src/cli.ts', ...batchFile },
    splitting: false,
    format: ['esm'],
    banner: commonJs,
    esbuildPlugins: [licences],
  },
])
