import { closeSync, openSync, writeSync } from 'node:fs'
import { fileStore } from '@wfhost/sdk/batch-file'
import { expect, test } from 'vitest'
import { useFolder } from './command-surroundings.ts'

const { at } = useFolder()

test('fileStore goes on with a file that is longer than a string can be', { timeout: 120_000 }, async () => {
  const path = at('long.jsonl')
  const file = openSync(path, 'w')
  const megabyte = Buffer.alloc(2 ** 20, ' ')
  writeSync(file, '{"index":0,"outcome":"succeeded"}\n')
  for (let written = 0; written < 513; written += 1) {
    writeSync(file, megabyte)
    writeSync(file, '\n')
  }
  writeSync(file, '{"index":1,"outcome":"failed"}\n{"index":2,"outcome":"started"}\n')
  closeSync(file)
  const store = await fileStore(path)
  await store.close()
  expect([...store.recorded.values()]).toEqual(['succeeded', 'failed', 'unknown'])
})
