import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Options } from 'tsup'
import { keepFile, licencesOf } from '../tools/scripts/bundling.ts'

const shared: Options = { target: 'node20' }

/** The entries that users import. */
const entries = {
  index: 'src/index.ts',
  msw: 'src/adapters/msw.ts',
  http: 'src/adapters/http.ts',
  guard: 'src/guard.ts',
  matchers: 'src/matchers.ts',
  'test-world': 'src/testing/test-world.ts',
  vitest: 'src/testing/vitest.ts',
  playwright: 'src/testing/playwright.ts',
  vite: 'src/vite.ts',
  'world-file': 'src/world-file.ts',
}

export default defineConfig([
  {
    ...shared,
    // As an entry, the engine of expressions has a file with a known name, which the command shares.
    entry: { ...entries, engine: 'generated/engine.ts' },
    format: ['esm', 'cjs'],
    // In CommonJS, too: without it, each entry would contain another copy of the shared code.
    splitting: true,
    esbuildPlugins: [licencesOf('the entries of this folder')],
    // The files of the inspector are found relative to this file, in CommonJS, too. With `shims`, tsup would also import `path`
    // in modules of a page.
    esbuildOptions: (options, { format }) => {
      if (format !== 'cjs') return
      options.define = { ...options.define, 'import.meta.url': 'importMetaUrl' }
      options.inject = [...(options.inject ?? []), fileURLToPath(import.meta.resolve('tsup/assets/cjs_shims.js'))]
    },
    dts: {
      entry: entries,
      compilerOptions: { paths: { zod: [copyZodTypes()], '@wfhost/internal/*': ['../internal/src/*.ts'] } },
    },
    // The command is built separately, see below. The page is built before it, except for its types, which tsup would remove.
    clean: ['!cli.*', '!inspector/**'],
  },
  // The command is not imported: it needs no types and no CommonJS, and may use top-level await. It shares only the engine of
  // expressions with the entries, because loading more modules costs more memory than the chunks save on disk.
  {
    ...shared,
    entry: { cli: 'src/cli.ts' },
    format: ['esm'],
    esbuildPlugins: [keepFile('engine'), licencesOf('cli.js', 'cli.LICENSES.txt')],
    // Half as large, and stack traces keep names.
    esbuildOptions: (options) => {
      options.minifyWhitespace = true
      options.minifySyntax = true
    },
    // The bundled lock is CommonJS.
    banner: {
      js: `import { createRequire as createOwnRequire } from 'node:module'; const require = createOwnRequire(import.meta.url)`,
    },
  },
])

/**
 * Zod is bundled with its types, so that users need not install it. Packages in node_modules would stay imports, so the types
 * are copied.
 */
function copyZodTypes(): string {
  const zod = dirname(fileURLToPath(import.meta.resolve('zod/package.json')))
  const copy = mkdtempSync(join(tmpdir(), 'zod-types-'))
  cpSync(zod, copy, { recursive: true, filter: (path) => !/[.](?:c?js|cts|map)$|[/\\](?:src|v3)$/.test(path) })
  return join(copy, 'v4/classic/external.d.ts')
}
