import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useFolder } from './command-surroundings.ts'
import { succeeded } from './faults.ts'
import { runWith } from './run-with-file.ts'

const { at } = useFolder()

test('refuses a copy that is older than its original, also after the batch of the original has ended', async () => {
  const path = at('original.jsonl')
  const copyEarly = (n: number) => {
    if (n === 1) copyFileSync(path, at('older.jsonl'))
    return succeeded()
  }
  await runWith(path, { respond: copyEarly })
  renameSync(path, at('original-renamed.jsonl'))
  await expect(runWith(at('older.jsonl'))).rejects.toThrow(
    `Cannot continue with ${at('older.jsonl')}: ${at('original-renamed.jsonl')} begins with the same line and records more inputs or outcomes`,
  )
  rmSync(at('original-renamed.jsonl'))
  expect((await runWith(at('older.jsonl'))).sent).toEqual([2, 3])
})

test('refuses an original that is older than a copy beside it, and continues with the copy', async () => {
  const path = at('left.jsonl')
  await runWith(path, { inputs: 2 })
  copyFileSync(path, at('continued.jsonl'))
  await runWith(at('continued.jsonl'), { inputs: 3 })
  await expect(runWith(path)).rejects.toThrow(
    `Cannot continue with ${path}: ${at('continued.jsonl')} begins with the same line and records more inputs or outcomes. Continue with`,
  )
  expect((await runWith(at('continued.jsonl'))).sent).toEqual([3])
})

test('continues with an original whose copy was opened and sent nothing', async () => {
  const path = at('kept.jsonl')
  await runWith(path, { inputs: 2 })
  copyFileSync(path, at('backup.jsonl'))
  await runWith(at('backup.jsonl'), { inputs: 2 })
  expect((await runWith(path)).sent).toEqual([2, 3])
})

test('refuses an original with a last line that was cut short, after a copy was continued', async () => {
  const path = at('cut.jsonl')
  await runWith(path, { inputs: 1 })
  appendFileSync(path, '{"index":1,"outc')
  copyFileSync(path, at('cut-copy.jsonl'))
  await runWith(at('cut-copy.jsonl'), { inputs: 3 })
  await expect(runWith(path)).rejects.toThrow(`Cannot continue with ${path}: ${at('cut-copy.jsonl')} begins with the same line`)
})

test('refuses a link to an original in another folder, after a copy beside the original was continued', async () => {
  mkdirSync(at('data'))
  const path = at('data/done.jsonl')
  await runWith(path, { inputs: 1 })
  symlinkSync(path, at('link.jsonl'))
  copyFileSync(path, at('data/copy.jsonl'))
  await runWith(at('data/copy.jsonl'), { inputs: 3 })
  await expect(runWith(at('link.jsonl'))).rejects.toThrow('begins with the same line')
})
