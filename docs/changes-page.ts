// Writes the page of the changes from the changelogs of the packages, and from the changesets that no version has yet.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const folders: readonly string[] = ['sdk', 'queue', 'mock-server', 'contract-tests', 'openapi']

/** Writes the unreleased changes first, and then the versions of each package. */
export function writeChangesPage(root: string): string {
  const unreleased = globSync('.changeset/*.md', { cwd: root })
    .toSorted()
    .map((file) => describeChangeset(file, readFileSync(join(root, file), 'utf8')))
  const changelogs = folders.map((folder) => toSection(readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8')))

  const intro = 'The packages have one version. [Versions](../versions.md) says which changes can break your code.'
  const chapter = unreleased.length === 0 ? [] : ['## Unreleased', ...unreleased]
  return ['# Changes', intro, ...chapter, ...changelogs, ''].join('\n\n')
}

/** Describes a changeset: its name as a heading, its packages, and its text. */
function describeChangeset(file: string, changeset: string): string {
  const [, header, text] = /^---\n(.*?)\n---\n(.*)$/s.exec(changeset) ?? []
  if (header === undefined || text === undefined) throw new Error(`Cannot show ${file}: it does not begin with its packages`)

  const [, name = ''] = /([^/]+)\.md$/.exec(file) ?? []
  const words = name.replaceAll('-', ' ')
  const heading = `### ${words.charAt(0).toUpperCase()}${words.slice(1)}`
  const packages = Object.entries<string>(parse(header)).map(([from, size]) => `\`${from}\` (${size})`)
  return [heading, packages.join(', '), text.trim()].join('\n\n')
}

/** Makes a changelog a section of the page, with a heading one level deeper for each version. */
function toSection(changelog: string): string {
  return changelog.replaceAll(/^#{1,5} /gm, '#$&').trim()
}
