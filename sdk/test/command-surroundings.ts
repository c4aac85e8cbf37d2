import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

export interface Folder {
  readonly at: (name: string) => string
  readonly file: (name: string, text: string) => string
}

export function useFolder(): Folder {
  const folder = mkdtempSync(join(tmpdir(), 'wfhost-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => join(folder, name)
  return {
    at,
    file: (name, text) => {
      writeFileSync(at(name), text)
      return at(name)
    },
  }
}

/** Sets the variables that say where the services are, for each test anew. */
export function useEnvironment(): void {
  beforeEach(() => {
    for (const service of ['WFHOST_BASE_URL', 'WFHOST_REGISTRY_URL']) vi.stubEnv(service, 'http://localhost')
    for (const key of ['WFHOST_API_KEY', 'WFHOST_REGISTRY_KEY']) vi.stubEnv(key, 'canary')
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })
}
