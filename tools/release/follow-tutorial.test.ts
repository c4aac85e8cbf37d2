import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { followTutorial } from './follow-tutorial.ts'

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

test('a tutorial whose commands print something else than the page shows is rejected, with both texts', async () => {
  const { folder, page } = tutorialOf('echo 4 of 5')
  writeFileSync(page, `${readFileSync(page, 'utf8')}\n\`\`\`text output\n5 of 5\n\`\`\`\n`)
  await expect(followTutorial(page, folder)).rejects.toThrow(
    /page\.md: output 1 is not as on the page[\s\S]*shows:\n5 of 5[\s\S]*print:\n4 of 5/,
  )
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
