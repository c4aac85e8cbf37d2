import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, test } from 'vitest'

const KB = 1000
const LIMITS = [
  { name: 'the whole client', code: "export * from '@wfhost/sdk'", limit: 12 * KB },
  { name: '{ createWorkflowClient }', code: "export { createWorkflowClient } from '@wfhost/sdk'", limit: 10 * KB },
  { name: '{ createRegistryClient }', code: "export { createRegistryClient } from '@wfhost/sdk'", limit: 10 * KB },
  { name: '{ unwrap }', code: "export { unwrap } from '@wfhost/sdk'", limit: 1 * KB },
  { name: '{ jsonArgument }', code: "export { jsonArgument } from '@wfhost/sdk'", limit: 1 * KB },
] as const

describe('Minified and compressed, with its dependencies,', () => {
  test.each(LIMITS)('$name stays below $limit bytes', async ({ name, code, limit }) => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: import.meta.dirname },
      ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', target: 'es2022' },
      conditions: ['@wfhost/source'],
    })
    const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
    process.stdout.write(`size: ${String(size).padStart(6)} of ${limit} bytes  ${name}\n`)
    expect(size).toBeLessThanOrEqual(limit)
  })
})
