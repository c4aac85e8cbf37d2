import { expect, test } from 'vitest'
import { brokenLinks } from './check-links.ts'

const files = ['README.md', 'docker/Dockerfile', 'examples/README.md', 'examples/next/app/page.tsx']

test.each([
  ['README.md', '[a](docker/Dockerfile) [b](examples) [c](examples/next/) [d](#prism) [e](https://docs.jsonata.org)'],
  ['examples/README.md', '[up](../README.md#a-walk) [in](next/app/page.tsx)'],
])('%s may link to files and folders of the package, places and addresses: %s', (file, text) => {
  expect(brokenLinks(text, { file, files })).toEqual([])
})

test.each([
  ['README.md', '[a](../examples/README.md)', '../examples/README.md'],
  ['README.md', '[a](docker/Dockerfile.txt)', 'docker/Dockerfile.txt'],
  ['examples/README.md', '[a](failing) [b](next)', 'failing'],
])('%s may not link to what the package has not: %s', (...[file, text, broken]) => {
  expect(brokenLinks(text, { file, files })).toEqual([broken])
})
