import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsup'
import { expect, onTestFinished, test } from 'vitest'

test('a world file is read in a bundle that is CommonJS', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'bundle-'))
  onTestFinished(() => rm(outDir, { recursive: true }))
  const entry = [join(import.meta.dirname, '../src/world-file.ts')]
  const esbuildOptions = (options: object) => {
    Object.assign(options, { conditions: ['@wfhost/source'] })
  }
  await build({ config: false, entry, format: 'cjs', outDir, noExternal: [/./], silent: true, esbuildOptions })
  const { openServiceFromWorldFile } = createRequire(import.meta.url)(join(outDir, 'world-file.cjs'))
  const text = 'workspaces: [{ id: desk, workflows: [{ flowId: f, key: some-key, published: true, result: done }] }]'
  expect(await openServiceFromWorldFile(text)).toHaveProperty('fetch')
})
