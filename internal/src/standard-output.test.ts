import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { StandardOutput } from './standard-output.ts'

function pipeThatFails(): Writable {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  return new Writable({ write: (...[, , done]) => done(full) }).on('error', () => {})
}

test('Standard output keeps the text that a pipe does not accept, and the reason', async () => {
  const output = new StandardOutput({ stream: pipeThatFails(), fd: process.stdin.fd })
  output.write('first\n')
  await new Promise((resolve) => setImmediate(resolve))
  expect(output.failed.aborted).toBe(true)
  output.write('second\n')
  const unwritten = await output.end()
  expect(unwritten?.error.message).toBe('Cannot write to standard output: no space left on device')
  expect(String(unwritten?.rest)).toBe('first\nsecond\n')
})

test('Standard output keeps the text that a file does not accept, and the reason', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wfhost-'))
  const path = join(folder, 'out')
  writeFileSync(path, '')
  const readOnly = openSync(path, 'r')
  const output = new StandardOutput({ stream: new PassThrough(), fd: readOnly })
  output.write('first\n')
  expect(output.failed.aborted).toBe(true)
  expect(String((await output.end())?.rest)).toBe('first\n')
  closeSync(readOnly)
  rmSync(folder, { recursive: true })
})

test('Standard output that accepts everything keeps no text', async () => {
  const stream = new PassThrough()
  const output = new StandardOutput({ stream, fd: process.stdin.fd })
  output.write('first\n')
  expect(await output.end()).toBeUndefined()
  expect(String(stream.read())).toBe('first\n')
})
