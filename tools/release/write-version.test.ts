import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findVersions, withVersion } from './write-version.ts'

test('every file with our version has the one of the packages', () => {
  const { version }: { readonly version: string } = JSON.parse(readFileSync('sdk/package.json', 'utf8'))
  expect(findVersions(version)).toEqual([])
})

test('writes the next version to headers and output, to pages that install, and to recipes', () => {
  const sources = [
    'contract-tests/src/engine/suite.ts',
    'mock-server/src/host/control-document.ts',
    'sdk/src/transport/attempt-headers.ts',
  ]
  const files = findVersions('9.9.9').map(([file]) => file)
  expect(files).toEqual(expect.arrayContaining([...sources, 'README.md', 'docs/pages/backends.md', 'examples/next/package.json']))
  expect(files.filter((file) => /^(?:contract-tests|mock-server|sdk)\/src\//.test(file))).toEqual(sources)
})

test('keeps versions of other packages', () => {
  expect(withVersion('wfhost-sdk-0.1.0.tgz other-0.1.0.tgz', 'README.md', '1.0.0-next.1')).toBe(
    'wfhost-sdk-1.0.0-next.1.tgz other-0.1.0.tgz',
  )
  expect(withVersion('"msw": "0.1.0"', 'examples/next/package.json', '1.0.0')).toBeUndefined()
})
