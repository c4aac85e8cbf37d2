// Copies the pictures that the tests of the inspector have taken, and records their sources. `npm run pictures` calls it.
import { copyFileSync, writeFileSync } from 'node:fs'
import { digestPictureSources, pictureRecord } from './picture-sources.ts'

for (const scheme of ['light', 'dark']) {
  const taken = new URL(`../tools/dist/inspector/requests-${scheme}.png`, import.meta.url)
  copyFileSync(taken, new URL(`pages/inspector-${scheme}.png`, import.meta.url))
}
writeFileSync(pictureRecord, `${JSON.stringify(digestPictureSources(), undefined, 2)}\n`)
