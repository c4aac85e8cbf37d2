import { existsSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vitest/config'
import { listExamples } from './example-files.ts'
import { findExamples } from './find-examples.ts'

const moduleId = /^(?<file>.+)\.example-(?<line>\d+)\.ts$/

/**
 * Makes each example a module, and `virtual:examples` the list of them.
 * A module stands beside the file it is from, so that it resolves packages as that file would, and has its lines
 * where that file has them, so that an error points at the right line.
 */
export function examplesPlugin(root: string): Plugin {
  return {
    name: 'examples',
    resolveId(id) {
      if (id === 'virtual:examples') return '\0virtual:examples'
      const { file } = moduleId.exec(id)?.groups ?? {}
      // A module from Vitest's cache of an earlier run names its imports relative to the root, with a slash before.
      return file && (existsSync(file) ? id : root + id)
    },
    load(id) {
      if (id === '\0virtual:examples') return listModule(root)
      const { file, line } = moduleId.exec(id)?.groups ?? {}
      if (!file || !existsSync(file)) return undefined
      this.addWatchFile(file)
      const example = findExamples(readFileSync(file, 'utf8')).find((found) => found.line === Number(line))
      return example && '\n'.repeat(example.line) + example.code
    },
  }
}

function listModule(root: string): string {
  const entries = listExamples(root)
    .filter((example) => example.ignored === undefined)
    .map(({ file, line }) => {
      const id = JSON.stringify(`${root}/${file}.example-${line}.ts`)
      return `{ name: ${JSON.stringify(`${file}:${line}`)}, run: () => import(${id}) }`
    })
  return `export const examples = [${entries.join(',\n')}]`
}
