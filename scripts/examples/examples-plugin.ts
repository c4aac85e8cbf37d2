import { existsSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vitest/config'
import { listExamples } from './example-files.ts'
import { findExamples } from './find-examples.ts'

const moduleId = /^(?<file>.+)\.example-(?<line>\d+)\.ts(?:\?profile=(?<profile>.+))?$/
const mockServer = '@wfhost/mock-server'
const withProfile = '\0with-profile:'

/**
 * Makes each example a module, and `virtual:examples` the list of them.
 * A module stands beside the file it is from, so that it resolves packages as that file would, and has its lines
 * where that file has them, so that an error points at the right line.
 * Asked for with a profile, it gets a mock server whose services have that profile where the example names no other.
 */
export function examplesPlugin(root: string): Plugin {
  return {
    name: 'examples',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'virtual:examples') return '\0virtual:examples'
      const { profile } = moduleId.exec(importer ?? '')?.groups ?? {}
      if (id === mockServer && profile !== undefined) return withProfile + profile
      const { file } = moduleId.exec(id)?.groups ?? {}
      // A module from Vitest's cache of an earlier run names its imports relative to the root, with a slash before.
      return file && (existsSync(file) ? id : root + id)
    },
    load(id) {
      if (id === '\0virtual:examples') return listModule(root)
      if (id.startsWith(withProfile)) return profileModule(decodeURIComponent(id.slice(withProfile.length)))
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
    .map(({ code, file, line }) => {
      const name = JSON.stringify(`${file}:${line}`)
      const id = JSON.stringify(`${root}/${file}.example-${line}.ts`)
      const runWith = `(profile) => import(/* @vite-ignore */ ${id} + '?profile=' + encodeURIComponent(JSON.stringify(profile)))`
      return `{ name: ${name}, code: ${JSON.stringify(code)}, run: () => import(${id}), runWith: ${runWith} }`
    })
  return `export const examples = [${entries.join(',\n')}]`
}

/** The mock server with other defaults; what is not named here comes from the package itself. */
function profileModule(profile: string): string {
  return `
    import { createMockHost as createHost, createMockService as createService } from '${mockServer}'
    export * from '${mockServer}'
    const withProfile = (options) => ({ ...options, profile: { ...${profile}, ...options.profile } })
    export const createMockHost = (createSeed, options = {}) => createHost(createSeed, withProfile(options))
    export const createMockService = (seed, options = {}) => createService(seed, withProfile(options))`
}
