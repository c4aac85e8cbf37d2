import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

// CommonJS packages require the modules of Node, which ES modules cannot do without this. A bundler that makes CommonJS of such a
// module has no URL for it, and then the name of the file is known instead.
export const commonJs = {
  js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url ?? __filename);",
}

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

/** Writes the licences of bundled packages in some output files to a file of `dist`. */
export function licencesOf(files: string, name = 'LICENSES.txt'): EsbuildPlugin {
  // The builds of ES modules and CommonJS run in parallel, end in any order, and may contain different packages.
  const folders = new Set<string>()
  const setup: EsbuildPlugin['setup'] = ({ initialOptions, onEnd }) => {
    initialOptions.metafile = true
    onEnd(({ metafile }) => {
      for (const path of Object.keys(metafile?.inputs ?? {})) {
        const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []
        if (folder !== undefined) folders.add(folder)
      }
      const texts = [...folders].sort().map((folder) => {
        const { name, version }: { readonly name: string; readonly version: string } = JSON.parse(
          readFileSync(join(folder, 'package.json'), 'utf8'),
        )
        const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
        return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'see its package.json'}\n`
      })
      // The output may not be written yet.
      mkdirSync('dist', { recursive: true })
      writeFileSync(`dist/${name}`, `Code of these packages is in ${files}.\n\n${texts.join('\n---\n\n')}`)
    })
  }
  return { name: 'licences', setup }
}

/** Keeps an entry of the build as a file of its own, which package.json can replace by its name. A chunk has a hash in its name. */
export function keepFile(entry: string): EsbuildPlugin {
  return {
    name: `keep-file-${entry}`,
    setup: ({ onResolve }) => {
      onResolve({ filter: new RegExp(`/${entry}\\.ts$`) }, ({ kind }) => {
        return kind === 'entry-point' ? undefined : { path: `./${entry}.js`, external: true }
      })
    },
  }
}
