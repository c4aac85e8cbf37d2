import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followTutorial, toScript } from './follow-tutorial.ts'

const page = ['Write to `a.ts`:', '```ts', 'const a = `$1`', '```', 'Then:', '```sh', 'cat a.ts', '```', ''].join('\n')

test('the blocks of a tutorial are a script, in which TypeScript is written as it stands to the file named before it', () => {
  assert.equal(toScript(page), "cat > a.ts <<'END_OF_FILE'\nconst a = `$1`\nEND_OF_FILE\n\ncat a.ts\n")
})

test('what is done in the clone is no part of the script, and TypeScript without a file cannot be followed', () => {
  assert.equal(toScript('```sh in a clone\nexit 1\n```\n'), '')
  assert.throws(() => toScript('```ts\nconst a = 1\n```\n'), /it names no file for const a/)
})

test.each([
  ['true', true],
  ['false', false],
  ['echo "$NAME_THAT_IS_NOT_SET"', false],
])('a tutorial that says %s can be followed: %s', async (command, followed) => {
  const folder = mkdtempSync(join(tmpdir(), 'tutorial-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'page.md')
  writeFileSync(file, `\`\`\`sh\n${command}\n\`\`\`\n`)
  const follow = () => followTutorial(file, join(folder, 'empty'))
  if (followed) await follow()
  else await expect(follow()).rejects.toThrow('Command failed')
})
