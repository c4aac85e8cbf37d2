// Writes the version of the packages wherever changesets does not. `npm run release:version` runs it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const numbers = String.raw`\d+\.\d+\.\d+(?:-[\w.]+)?`

/** The text before our version, by the files that contain it. */
const places: readonly { readonly files: RegExp; readonly before: string }[] = [
  { files: /\.md$/, before: 'wfhost-(?:contract-tests|mock-server|openapi|queue|sdk)-' },
  { files: /^examples\/.*package\.json$/, before: '"@wfhost/[a-z-]+": "' },
  { files: /^(?:contract-tests|mock-server|sdk)\/src\//, before: "const (?:version|VERSION) = '" },
]

/** Returns the text of a file with the new version. Undefined if it has none, or that one already. */
export function withVersion(text: string, file: string, version: string): string | undefined {
  const place = places.find(({ files }) => files.test(file))
  if (!place) return undefined
  const written = text.replace(new RegExp(`(?<=${place.before})${numbers}`, 'g'), version)
  return written === text ? undefined : written
}

/** Lists the files of the repository that name a version, with their new texts. */
export function findVersions(version: string): [file: string, text: string][] {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
  return files
    .filter((file) => places.some((place) => place.files.test(file)) && !file.endsWith('CHANGELOG.md'))
    .flatMap((file) => {
      const text = withVersion(readFileSync(file, 'utf8'), file, version)
      return text === undefined ? [] : [[file, text]]
    })
}

if (import.meta.main) {
  const { version }: { readonly version: string } = JSON.parse(readFileSync('sdk/package.json', 'utf8'))
  for (const [file, text] of findVersions(version)) writeFileSync(file, text)
}
