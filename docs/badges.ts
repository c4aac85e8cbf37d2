import { readFileSync } from 'node:fs'
import { readToken } from '@wfhost/internal/design-tokens'

/** A fact about the project, such as its licence. */
interface Badge {
  readonly label: string
  readonly value: string
}

interface PackageManifest {
  readonly license: string
  readonly engines: { readonly node: string }
  readonly exports: object
  readonly scripts?: Readonly<Record<string, string>>
}

/** The folders of the packages that are published. */
const PACKAGES = ['openapi', 'sdk', 'mock-server', 'contract-tests', 'queue']

/** npm runs these scripts of a package when it installs the package. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']

const HEIGHT = 22
const PADDING = 8

// An image cannot measure its texts. A character of a monospaced font has 0.6 times its height as its width.
const FONT_SIZE = 12
const CHARACTER_WIDTH = FONT_SIZE * 0.6
const FONT = 'ui-monospace, SF Mono, Menlo, Cascadia Mono, Consolas, DejaVu Sans Mono, Liberation Mono, monospace'

/** Reads the facts of the badges from the files that decide them. Throws if a fact is not true for each package. */
export function readBadges(): Readonly<Record<string, Badge>> {
  const manifests = PACKAGES.map(readManifest)
  return {
    licence: { label: 'licence', value: readLicence(manifests) },
    node: { label: 'Node', value: `${findNewestMinimum(manifests)} or newer` },
    openapi: { label: 'OpenAPI', value: readOpenApiVersion() },
    types: { label: 'types', value: checkTypes(manifests) },
    'install-scripts': { label: 'install scripts', value: checkInstallScripts(manifests) },
  }
}

/** Writes a badge as text, which is also the alternative of its picture. */
export function describeBadge({ label, value }: Badge): string {
  return `${label}: ${value}`
}

/** Draws a badge as SVG. Its own backgrounds make it legible on light and on dark pages. */
export function drawBadge(badge: Badge): string {
  const labelText = badge.label.length * CHARACTER_WIDTH
  const valueText = badge.value.length * CHARACTER_WIDTH
  const labelWidth = Math.ceil(labelText + 2 * PADDING)
  const width = Math.ceil(labelWidth + valueText + 2 * PADDING)

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-labelledby="title" font-family="${FONT}" font-size="${FONT_SIZE}" fill="${readToken('on-accent', 'light')}">
  <title id="title">${describeBadge(badge)}</title>
  <rect width="${width}" height="${HEIGHT}" rx="5" fill="${readToken('accent', 'light')}"/>
  <path d="M5 0h${labelWidth - 5}v${HEIGHT}H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5" fill="${readToken('ink-2', 'light')}"/>
  <text x="${PADDING}" y="15" textLength="${labelText.toFixed(1)}">${badge.label}</text>
  <text x="${labelWidth + PADDING}" y="15" font-weight="600" textLength="${valueText.toFixed(1)}">${badge.value}</text>
</svg>
`
}

function readText(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
}

function readManifest(folder: string): PackageManifest {
  return JSON.parse(readText(`${folder}/package.json`))
}

function readLicence(manifests: readonly PackageManifest[]): string {
  const [name = ''] = readText('LICENSE').split(' ')
  const others = manifests.filter(({ license }) => license !== name)
  if (others.length > 0) throw new Error(`Cannot draw the badge of the licence: LICENSE has ${name}, and a package has another`)
  return name
}

/** Finds the oldest version of Node that runs every package. */
function findNewestMinimum(manifests: readonly PackageManifest[]): string {
  const minimums = manifests.map(({ engines }) => engines.node.replace('>=', ''))
  const sorted = minimums.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return sorted.at(-1) ?? ''
}

function readOpenApiVersion(): string {
  const [, version] = /^openapi: (\d+\.\d+)/m.exec(readText('openapi/openapi.yaml')) ?? []
  if (version === undefined) throw new Error('Cannot draw the badge of OpenAPI: openapi/openapi.yaml states no version')
  return version
}

/** Checks that each entry point for programs has types. An entry for a file of data is a text. */
function checkTypes(manifests: readonly PackageManifest[]): string {
  const entries = manifests.flatMap(({ exports }) => Object.values(exports)).filter((entry) => typeof entry === 'object')
  const untyped = entries.filter((entry) => !JSON.stringify(entry).includes('.d.ts"'))
  if (untyped.length > 0) throw new Error(`Cannot draw the badge of the types: ${JSON.stringify(untyped[0])} has none`)
  return 'included'
}

function checkInstallScripts(manifests: readonly PackageManifest[]): string {
  const found = manifests.flatMap(({ scripts = {} }) => INSTALL_SCRIPTS.filter((name) => name in scripts))
  if (found.length > 0) throw new Error(`Cannot draw the badge of the install scripts: a package has ${found[0]}`)
  return 'none'
}
