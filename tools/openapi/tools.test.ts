import { afterAll, expect, test } from 'vitest'
import { generators } from './generators.ts'
import { mocks } from './mocks.ts'
import { readers } from './readers.ts'
import { runCommand, versionOf } from './tool.ts'

const tools = [...readers, ...generators, ...mocks]
const rows: string[][] = []

test.each(tools)(
  '$name',
  async ({ cannot, name, package: from, run }) => {
    const row = [name, versionOf(from), 'failed, see above']
    rows.push(row)
    row[2] = (await run()) + (cannot === undefined ? '' : `. It ${cannot}.`)
  },
  300_000,
)

test('the programs that run the tools compile', async () => {
  expect((await runCommand('@typescript/native/bin/tsc', ['-p', import.meta.dirname])).trim()).toBe('')
}, 300_000)

afterAll(() => {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = [['tool', 'version', 'outcome'], ...rows]
  console.log(
    lines
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n'),
  )
})
