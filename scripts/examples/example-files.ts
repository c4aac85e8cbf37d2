import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Example, findExamples } from './find-examples.ts'

/** An example with the file it stands in, relative to the root. */
export interface PlacedExample extends Example {
  readonly file: string
}

const places = [
  'README.md',
  '{openapi,sdk,mock-server,contract-tests}/README.md',
  '{openapi,sdk,mock-server,contract-tests}/src/**/*.ts',
  'openapi/generated/*.ts',
]

/** Every example of the READMEs and of the doc comments under the root folder. */
export function listExamples(root: string): PlacedExample[] {
  return globSync(places, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .filter((file) => !/\.test(-d)?\.ts$/.test(file))
    .sort()
    .flatMap((file) => findExamples(readFileSync(join(root, file), 'utf8')).map((example) => ({ ...example, file })))
}
