import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { equalsSecret } from '../src/core/requests/authenticate.ts'

test('the comparison of a wrong secret costs the same work for any number of correct characters', () => {
  const secret = 'a-token-of-the-control-surface'
  // Time itself would be noise.
  const spy = vi.spyOn(String.prototype, 'charCodeAt')
  const read = [0, 1, 15, 29].map((right) => {
    spy.mockClear()
    expect(equalsSecret(secret.slice(0, right).padEnd(secret.length, '~'), secret)).toBe(false)
    return spy.mock.calls.length
  })
  spy.mockRestore()
  expect(read).toEqual(read.map(() => 2 * secret.length))
})

test('only the key ring and equalsSecret compare keys of requests', () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url))
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file),
  )
  const texts = files.map((file) => [file, readFileSync(source + file, 'utf8')] as const)
  const presenting = texts.filter(([, text]) => /\bread(BearerKey|ConsoleSession)\(/.test(text))
  expect(presenting.length).toBeGreaterThan(3)
  const comparing =
    /read(BearerKey|ConsoleSession)\([^\n]*\)[^\n]*(===|!==)|(===|!==)[^\n]*read(BearerKey|ConsoleSession)\(|Bearer \$\{/
  const here = ['core/requests/authenticate.ts', 'host/create-mock-control.ts']
  expect(presenting.filter(([file, text]) => !here.includes(file) && comparing.test(text)).map(([file]) => file)).toEqual([])
  const world = texts.find(([file]) => file === 'core/world/world.ts')?.[1] ?? ''
  const secrets = world.slice(world.indexOf('export interface World ')).match(/readonly \w+(Keys|Sessions): \w+/g)
  expect(secrets).toEqual([
    'readonly workflowKeys: KeyRing',
    'readonly toolHostingKeys: KeyRing',
    'readonly consoleSessions: KeyRing',
    'readonly replacedKeys: KeyRing',
  ])
})
