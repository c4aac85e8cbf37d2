import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadSuiteOptions } from '../../src/config/load-config.ts'
import type { SuiteOptions } from '../../src/engine/suite.ts'

/** A change of one place in the source of a world. */
export interface Edit {
  readonly file: string
  /** Text that occurs in the file once. */
  readonly from: string
  readonly to: string
}

export interface OpenWorld {
  readonly options: SuiteOptions
  readonly close: () => Promise<void>
}

// The servers are compiled separately. Only `npm run selftest` installs their dependencies, so this file does not import them.
interface ServeModule {
  readonly serve: (settings: {
    readonly adminToken: string
    readonly database: string
    readonly port: number
    readonly syncTimeoutMs: number
    readonly workers: number
  }) => Promise<{ readonly app: { readonly close: () => Promise<void> }; readonly url: string }>
}
interface SeedModule {
  readonly seed: (deployment: { readonly url: string; readonly adminToken: string }) => Promise<Readonly<Record<string, string>>>
}

/** The time after which the last request of a check has no further effect, in milliseconds. Some edits delay an effect by 15 ms. */
const LATEST_EFFECT_MS = 20

const folder = fileURLToPath(new URL('fastify-sqlite', import.meta.url))

/**
 * Starts the server on Fastify and SQLite from its source with some edits, on a free port. Fills it, and reads its
 * configuration as a backend team would.
 *
 * @throws {Error} for an edit whose text does not stand in the file exactly once.
 */
export async function openWorld(edits: readonly Edit[], settings: { readonly syncTimeoutMs?: number } = {}): Promise<OpenWorld> {
  const source = edits.length === 0 ? folder : await copyEdited(folder, edits)
  const { serve } = (await import(pathToFileURL(join(source, 'serve.ts')).href)) as ServeModule
  const { seed } = (await import(pathToFileURL(join(folder, 'seed.ts')).href)) as SeedModule
  if (source !== folder) await rm(source, { recursive: true })
  const adminToken = 'the-operator-of-conveyor'
  const { app, url } = await serve({ adminToken, database: ':memory:', port: 0, syncTimeoutMs: 5000, workers: 16, ...settings })
  const environment = await seed({ url, adminToken })
  const options = await loadSuiteOptions({ file: join(folder, 'wfhost-conformance.yaml'), environment, flags: {} })
  const close = async () => {
    await delay(LATEST_EFFECT_MS)
    await app.close()
  }
  return { options, close }
}

/**
 * A copy of the source of a world with some edits, which finds the same dependencies.
 *
 * @throws {Error} for an edit whose text does not stand in the file exactly once.
 */
async function copyEdited(world: string, edits: readonly Edit[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'wfhost-world-'))
  await cp(world, copy, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await symlink(join(world, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const { file, from, to } of edits) {
    const text = await readFile(join(copy, file), 'utf8')
    const found = text.split(from).length - 1
    if (found !== 1) throw new Error(`Cannot edit ${file}: it has ${JSON.stringify(from)} ${found} times`)
    await writeFile(
      join(copy, file),
      text.replace(from, () => to),
    )
  }
  return copy
}
