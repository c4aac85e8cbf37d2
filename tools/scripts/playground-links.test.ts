import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readExamples } from '../../docs/playground/examples.ts'

const pages = fileURLToPath(new URL('../../docs/pages/', import.meta.url))
const examples = readExamples(readFileSync(new URL('../../docs/playground/examples.md', import.meta.url), 'utf8'))

test('each link to an example of the playground has the title of the example', () => {
  const titleById = new Map(examples.map(({ id, title }) => [id, title]))
  const links = globSync(['*.md', '{client,server,suite}/*.md'], { cwd: pages }).flatMap((file) =>
    Array.from(readFileSync(`${pages}${file}`, 'utf8').matchAll(/\[([^\]]+)\]\(\/playground\/index\.html#([^)]+)\)/g)),
  )
  for (const [, text, id = ''] of links) expect(text).toBe(`Open in the playground: ${titleById.get(id)}`)
  expect(links.length).toBeGreaterThan(5)
})
