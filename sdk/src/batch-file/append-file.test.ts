import { closeSync, openSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useFolder } from '../../test/command-surroundings.ts'
import { ConfigurationError } from '../errors/configuration-error.ts'
import { AppendFile, BatchFileError } from './append-file.ts'

const { at } = useFolder()

test('a closed file refuses lines, although its descriptor belongs to another file by then', async () => {
  const closed = new AppendFile(at('closed.jsonl'))
  closed.close()
  const descriptor = openSync(at('another.txt'), 'w')

  expect(() => closed.append({ index: 0 })).toThrow(BatchFileError)
  expect(() => closed.append({ index: 0 })).toThrow('closed.jsonl: it was closed. Close it after its batch has ended')
  await expect(closed.flush()).rejects.toThrow(BatchFileError)
  expect(readFileSync(at('another.txt'), 'utf8')).toBe('')
  closeSync(descriptor)
})

test('a path that no system accepts is refused in words', () => {
  const message = 'Cannot write to "a\\u0000b": a path cannot contain the character U+0000'
  expect(() => new AppendFile('a\u0000b')).toThrow(new ConfigurationError(message))
})
