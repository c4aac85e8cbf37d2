import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { plainPaint } from '../serve/terminal-look.ts'
import { openReferenceBackend, type ReferenceBackend, type ReferenceBackendOptions } from './open-reference.ts'

const world = `workspaces:
  - id: desk
    workflows:
      - { flowId: first, key: wfk_first, published: true, result: 1 }
      - { flowId: second, key: wfk_second, published: true, result: 1 }
organizations:
  - id: acme
    environments: [{ name: default }]
    toolHostingKeys: [{ name: CI, environment: default, key: thk_acme }]
    toolsets:
      - id: mail
        versions: [{ version: 1.0.0, tools: [] }, { version: 2.0.0, tools: [] }]
        published: { default: 1.0.0 }
`

function open(options: Partial<ReferenceBackendOptions>): Promise<ReferenceBackend> {
  return openReferenceBackend({
    ownUrl: 'http://localhost',
    worldFile: undefined,
    assumptions: {},
    upstreamUrl: undefined,
    state: undefined,
    controlAccess: undefined,
    onExchange: () => () => {},
    onRunEnd: () => {},
    ...options,
  })
}

async function close(backend: ReferenceBackend): Promise<void> {
  backend.stop()
  await backend.close()
}

test('describes what an earlier server with the same state file has archived and published', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [worldFile, state] = [join(folder, 'world.yaml'), join(folder, 'state.json')]
  writeFileSync(worldFile, world)

  const earlier = await open({ worldFile, state })
  earlier.target.service.archiveWorkflow('second')
  earlier.target.service.publishToolset('acme', { toolset: 'mail', environment: 'default', version: '2.0.0' })
  await close(earlier)
  const later = await open({ worldFile, state })
  const lines = later.describe('http://localhost', plainPaint).split('\n')
  await close(later)

  expect(lines).toContainEqual(expect.stringMatching(/^ first +wfk_first +any$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ second +wfk_second +archived$/))
  expect(lines).toContainEqual(expect.stringMatching(/^ acme\/default +thk_acme +mail 2\.0\.0$/))
})

test('reads a world from standard input once', async () => {
  const stdin = Readable.from([world]) as typeof process.stdin
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin)
  const printError = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())

  const backend = await open({ worldFile: '-' })
  // A file that is watched would be read again after 100 ms.
  await setTimeout(300)
  await close(backend)

  expect(backend.world).toBe('standard input, 2 workflows, 1 tool set')
  expect(printError).not.toHaveBeenCalled()
})

test('describes the latest version of the world file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const worldFile = join(folder, 'world.yaml')
  writeFileSync(worldFile, world)
  const backend = await open({ worldFile })
  onTestFinished(() => close(backend))

  writeFileSync(worldFile, world.replace('flowId: second', 'flowId: third'))

  const describe = () => backend.describe('http://localhost', plainPaint).split('\n')
  await expect.poll(describe).toContainEqual(expect.stringMatching(/^ third +wfk_second +any$/))
  expect(describe()).not.toContainEqual(expect.stringMatching(/^ second /))
})
