import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'tsup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'

// Below the root, so that the bundle finds the packages that stay outside it.
const folder = join(import.meta.dirname, '../../node_modules/.deep-input')
const entry = join(import.meta.dirname, 'deep-input/try-deep-input.ts')

// The oldest Node that is supported ends the process where newer ones throw: the Node of the machine may be one.
const nodes = [process.execPath, '/usr/bin/node'].filter((path) => existsSync(path))

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  const esbuildOptions = (options: object) => {
    Object.assign(options, { conditions: ['@wfhost/source'] })
  }
  const shared = { config: false as const, format: 'esm' as const, outDir: folder, silent: true, esbuildOptions }
  await build({ ...shared, entry: [entry], noExternal: [/^@wfhost|^zod/], external: [/^@jitl/, 'acorn', 'yaml'] })
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(nodes)(
  'deep input from outside ends no process, and gets a sentence: %s',
  async (node) => {
    const { stdout } = await promisify(execFile)(node, [join(folder, 'try-deep-input.js')], { maxBuffer: 1e8 })
    const { tried, unexpected, version } = JSON.parse(stdout)
    expect(unexpected).toEqual([])
    count({ 'deep input': { [`on Node ${version}`]: tried } })
  },
  120_000,
)
