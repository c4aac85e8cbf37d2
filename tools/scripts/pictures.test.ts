import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { digestPictureSources, pictureRecord } from '../../docs/picture-sources.ts'
import { steps } from '../../examples/tour/steps.ts'

test.each(['start.svg', 'start-dark.svg'])('the picture %s of `npm start` shows each step of the tour', (name) => {
  const picture = readFileSync(fileURLToPath(new URL(`../../docs/pages/${name}`, import.meta.url)), 'utf8')
  // If the tour has changed, run `npm run pictures`.
  for (const { title } of steps) expect(picture).toContain(`>${title}<`)
  expect(picture).toContain(`>${steps.length} of ${steps.length}<`)
})

test('the pictures of the inspector are of its present sources', () => {
  // If the inspector looks different, run `npm run pictures`. If it does not, `node docs/record-pictures.ts` is enough.
  expect(digestPictureSources()).toEqual(JSON.parse(readFileSync(pictureRecord, 'utf8')))
})
