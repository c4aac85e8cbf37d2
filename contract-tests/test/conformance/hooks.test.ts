import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { runCommandLine, serveWorld } from '../../proof/contract-server.ts'

const world = await serveWorld()
afterAll(world.close)

const { echo, ...fixtures } = Object(world.config['fixtures'])
// A workflow of its own, since some of its hooks print no key.
const config = { ...world.config, fixtures: { ...fixtures, echo, regenerated: { flowId: 'failing' } } }

test('a command runs in the folder of the configuration, from wherever the suite is called', async () => {
  const file = await fileWith({ 'hooks/balance.sh': '#!/bin/sh\ncat balance.txt\n', 'balance.txt': '100' })
  const { output } = await runCommandLine(['run', '--only', 'exe-credit', '-c', file])
  expect(output).toContain(
    'expected 4 credits taken by 4 executions, and none by the one with the key of another organization, found 0: the balance was 100, and is 100',
  )
})

const missing: readonly (readonly [which: string, files: Readonly<Record<string, string>>, says: RegExp])[] = [
  ['that is not there', {}, /hooks.creditBalance.command: there is no file .*balance.sh; commands run in the folder/],
  ['that nobody may run', { 'hooks/balance.sh': '' }, /balance.sh may not be executed; chmod/],
]

test.each(missing)('a command %s is told by plan and by run, before anything is sent', async (_, ...[files, says]) => {
  const file = await fileWith(files)
  const sent = world.seen.length
  for (const command of ['plan', 'run']) {
    const { code, errors } = await runCommandLine([command, '-c', file])
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringMatching(says) })
  }
  expect(world.seen).toHaveLength(sent)
})

test.each([
  ['a document', '{"error":"no such flow","key":"s3cret"}', 'found 39 characters with white space or braces'],
  ['a sentence', 'Regenerated: s3cret', 'found 19 characters with white space or braces'],
  ['nothing', '', 'found nothing'],
] as const)('%s in place of a key blocks what needs it, and is not shown', async (_, ...[text, says]) => {
  const command = [process.execPath, '-e', `process.stdout.write(${JSON.stringify(text)})`]
  const hooks = { ...Object(world.config['hooks']), regenerateKey: { command } }
  const { code, output } = await runCommandLine(['run', '--only', 'key-regenerated'], { config: { ...config, hooks } })
  expect(output).toContain(`hooks.regenerateKey: expected the key alone, ${says}; print the key only`)
  expect(output).not.toContain('s3cret')
  expect(code).toBe(3)
})

/** A configuration whose balance comes from a command, in a folder with files. Those with a content can be run. */
async function fileWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wfhost-hooks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'hooks'))
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content)
    await chmod(join(folder, name), content.startsWith('#!') ? 0o755 : 0o644)
  }
  const hooks = { ...Object(world.config['hooks']), creditBalance: { command: ['./hooks/balance.sh'] } }
  await writeFile(join(folder, 'target.yaml'), stringify({ ...config, hooks }))
  return join(folder, 'target.yaml')
}
