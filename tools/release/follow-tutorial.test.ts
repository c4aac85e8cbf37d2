import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followTutorial, toScript } from './follow-tutorial.ts'

const page = ['Write to `a.ts`:', '```ts', 'const a = `$1`', '```', 'Then:', '```sh', 'cat a.ts', '```', ''].join('\n')

test('the blocks of a tutorial are a script, which writes each TypeScript block to the file named before it', () => {
  assert.equal(toScript(page), "cat > a.ts <<'END_OF_FILE'\nconst a = `$1`\nEND_OF_FILE\n\ncat a.ts\n")
})

test('commands in the clone are not part of the script, and TypeScript without a file is an error', () => {
  assert.equal(toScript('```sh in a clone\nexit 1\n```\n'), '')
  assert.throws(() => toScript('```ts\nconst a = 1\n```\n'), /it names no file for const a/)
})

/** Creates a tutorial with these commands, and an empty folder for it. */
function tutorialOf(commands: string): { readonly page: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tutorial-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'page.md'), `\`\`\`sh\n${commands}\n\`\`\`\n`)
  return { page: join(folder, 'page.md'), folder: join(folder, 'empty') }
}

test('processes of a tutorial end with it, even if an earlier command fails', async () => {
  const child = `trap 'echo > ended; exit' TERM; echo > begun; while :; do sleep 0.1; done`
  const { folder, page } = tutorialOf(`sh -c "${child}" &\nuntil [ -e begun ]; do sleep 0.1; done\nfalse`)
  await expect(followTutorial(page, folder)).rejects.toThrow('Command failed')
  await expect.poll(() => existsSync(join(folder, 'ended'))).toBe(true)
})

test.each([
  ['true', true],
  ['false', false],
  ['echo "$NAME_THAT_IS_NOT_SET"', false],
])('follows a correct tutorial and rejects a wrong one: %s, %s', async (command, followed) => {
  const tutorial = tutorialOf(command)
  const follow = () => followTutorial(tutorial.page, tutorial.folder)
  if (followed) await follow()
  else await expect(follow()).rejects.toThrow('Command failed')
})
