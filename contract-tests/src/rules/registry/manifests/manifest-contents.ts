import type { Exchange } from '../../../target/exchange.ts'
import { type Selected, select } from '../../../target/select.ts'
import type { ListedTool, ManifestFixture, RegistryFixture, Target } from '../../../target/target.ts'
import { verifyEach } from '../../expectations.ts'
import { PreconditionError, RuleViolation } from '../../rule.ts'
import { containsText, containsVersion, isPartOfIdentifier } from '../find-text.ts'

/** Reads tool sets in a manifest, whose format no document states (MAN-BODY). */
export interface ManifestReading {
  readonly exchange: Exchange
  readonly lists: (toolset: string) => boolean
  /** Describes the versions that are listed instead of the expected one. Returns undefined if only this one is listed. */
  readonly describeWrongVersion: (expected: Pick<ListedTool, 'toolset' | 'version'>) => string | undefined
  readonly hasTool: (expected: Pick<ListedTool, 'toolset' | 'tool'>) => boolean
  /** Returns whether a tool set is listed without a tool. It is false if `fixtures.manifest` has no pointer to the tools. */
  readonly isToolless: (toolset: string) => boolean
  /** Returns whether two entries of a tool set are equal. It is false without `fixtures.manifest`. */
  readonly isRepeated: (toolset: string) => boolean
}

/**
 * Reads a manifest with the pointers of `fixtures.manifest`, or else by searching it for the names of the declared tools.
 *
 * @throws {PreconditionError} if a pointer selects nothing in a manifest that has such names.
 */
export function readManifest(target: Target, exchange: Exchange, declaredTools: readonly ListedTool[]): ManifestReading {
  const nameReading = new NameReading(exchange, declaredTools)
  if (!('manifest' in target.fixtures)) return nameReading

  const { manifest } = target.fixtures
  if (exchange.status === 200) requireMatchingPointers(manifest, nameReading, declaredTools)
  return new PointerReading(exchange, manifest, nameReading)
}

/**
 * Blocks the rule if a pointer of the configuration selects nothing, although the manifest has the name of a declared tool
 * set. Then the configuration is wrong, and not the server.
 */
function requireMatchingPointers(
  manifest: ManifestFixture,
  nameReading: ManifestReading,
  declaredTools: readonly ListedTool[],
): void {
  const { exchange } = nameReading
  const listedTool = declaredTools.find(({ toolset }) => nameReading.lists(toolset))
  const wrongPointer = findPointerWithoutMatch(exchange, manifest)
  if (listedTool === undefined || wrongPointer === undefined) return

  throw new PreconditionError(
    `fixtures.manifest.${wrongPointer}, ${manifest[wrongPointer]}, selects nothing in a manifest that names ${listedTool.toolset}`,
    exchange,
  )
}

/** Returns which of the two pointers selects nothing in a manifest, or undefined if both select something. */
function findPointerWithoutMatch({ body }: Exchange, { name, toolsets }: ManifestFixture): 'toolsets' | 'name' | undefined {
  const entries = select(body, toolsets)
  if (entries.length === 0) return 'toolsets'
  if (name === undefined) return undefined

  const hasNames = entries.some((entry) => selectNames(entry, name).length > 0)
  return hasNames ? undefined : 'name'
}

function selectNames({ name, value }: Selected, selector: string): unknown[] {
  return selector === '#' ? [name] : select(value, selector).map((selected) => selected.value)
}

/** Reads a manifest with the pointers that a configuration declares. */
class PointerReading implements ManifestReading {
  readonly exchange: Exchange
  readonly #manifest: ManifestFixture
  readonly #entries: readonly Selected[]
  /** Reads the versions or tools without a pointer. */
  readonly #nameReading: ManifestReading

  constructor(exchange: Exchange, manifest: ManifestFixture, nameReading: ManifestReading) {
    this.exchange = exchange
    this.#manifest = manifest
    this.#entries = select(exchange.body, manifest.toolsets)
    this.#nameReading = nameReading
  }

  lists(toolset: string): boolean {
    return this.#entriesOf(toolset).length > 0
  }

  describeWrongVersion(expected: Pick<ListedTool, 'toolset' | 'version'>): string | undefined {
    const { toolsets, version: selector } = this.#manifest
    if (selector === undefined) return this.#nameReading.describeWrongVersion(expected)

    const versions = this.#selectIn(expected.toolset, selector)
    if (versions.length === 0) return `nothing at ${toolsets}${selector}`

    const wrongVersions = versions.filter(({ value }) => String(value) !== expected.version)
    if (wrongVersions.length === 0) return undefined
    return wrongVersions.map(({ pointer, value }) => `${JSON.stringify(value)} at ${pointer}`).join(' and ')
  }

  hasTool(expected: Pick<ListedTool, 'toolset' | 'tool'>): boolean {
    const { tool: selector } = this.#manifest
    if (selector === undefined) return this.#nameReading.hasTool(expected)

    return this.#selectIn(expected.toolset, selector).some(({ value }) => value === expected.tool)
  }

  isToolless(toolset: string): boolean {
    const { tool: selector } = this.#manifest
    return selector !== undefined && this.lists(toolset) && this.#selectIn(toolset, selector).length === 0
  }

  /** Compares complete entries, because a manifest may list a tool set once for each of its tools. */
  isRepeated(toolset: string): boolean {
    const entries = this.#entriesOf(toolset).map(({ value }) => JSON.stringify(value))
    return new Set(entries).size < entries.length
  }

  #entriesOf(toolset: string): Selected[] {
    const { name = '#' } = this.#manifest
    return this.#entries.filter((entry) => selectNames(entry, name).includes(toolset))
  }

  #selectIn(toolset: string, selector: string): Selected[] {
    return this.#entriesOf(toolset).flatMap((entry) =>
      select(entry.value, selector).map((selected) => ({ ...selected, pointer: entry.pointer + selected.pointer })),
    )
  }
}

/** Returns whether a JSON value contains a name. */
type ContainsName = (value: unknown, name: string) => boolean

/**
 * Reads a manifest by searching for names. A version or a tool belongs to a tool set if it is in a part of the manifest
 * that names this tool set and no other. If no such part has any version or tool, the whole manifest is searched: a
 * manifest may keep versions in a list of their own.
 */
class NameReading implements ManifestReading {
  readonly exchange: Exchange
  readonly #declaredTools: readonly ListedTool[]
  readonly #containsToolset: ContainsName
  readonly #containsTool: ContainsName

  constructor(exchange: Exchange, declaredTools: readonly ListedTool[]) {
    const toolsets = declaredTools.map(({ toolset }) => toolset)
    const tools = declaredTools.map(({ tool }) => tool)

    this.exchange = exchange
    this.#declaredTools = declaredTools
    this.#containsToolset = chooseNameSearch(exchange.body, toolsets)
    this.#containsTool = chooseNameSearch(exchange.body, tools)
  }

  lists(toolset: string): boolean {
    return this.#containsToolset(this.exchange.body, toolset)
  }

  describeWrongVersion({ toolset, version }: Pick<ListedTool, 'toolset' | 'version'>): string | undefined {
    const knownVersions = this.#declaredTools.map((declared) => declared.version)
    const parts = this.#findParts(toolset, (part) => knownVersions.some((known) => containsVersion(part, known)))

    const hasVersion = parts.some((part) => containsVersion(part, version))
    return hasVersion ? undefined : 'it nowhere in what names the tool set'
  }

  hasTool({ tool, toolset }: Pick<ListedTool, 'toolset' | 'tool'>): boolean {
    const knownTools = this.#declaredTools.map((declared) => declared.tool)
    const parts = this.#findParts(toolset, (part) => knownTools.some((known) => this.#containsTool(part, known)))

    return parts.some((part) => this.#containsTool(part, tool))
  }

  isToolless(): boolean {
    return false
  }

  isRepeated(): boolean {
    return false
  }

  /** Returns the parts of the manifest that belong to one tool set and have relevant contents, or else all of it. */
  #findParts(toolset: string, isRelevant: (part: unknown) => boolean): readonly unknown[] {
    const toolsets = this.#declaredTools.map((declared) => declared.toolset)
    const otherNames = toolsets.filter((name) => name !== toolset)
    const containsName = chooseNameSearch(this.exchange.body, [toolset, ...otherNames])

    const parts = listPartsOf(this.exchange.body, { name: toolset, otherNames, containsName })
    const relevantParts = parts.filter(isRelevant)
    return relevantParts.length === 0 ? [this.exchange.body] : relevantParts
  }
}

interface PartSearch {
  readonly name: string
  readonly otherNames: readonly string[]
  readonly containsName: ContainsName
}

/** Lists the largest parts of a JSON value that contain one name and none of the others. */
function listPartsOf(value: unknown, search: PartSearch): unknown[] {
  if (typeof value !== 'object' || value === null) return []

  const { containsName, name, otherNames } = search
  return Object.entries(value).flatMap(([key, child]) => {
    const part = Array.isArray(value) ? child : { [key]: child }
    if (!containsName(part, name)) return []

    const isShared = otherNames.some((otherName) => containsName(part, otherName))
    return isShared ? listPartsOf(child, search) : [part]
  })
}

/**
 * Chooses how to search a manifest for names. If all known names occur as whole texts, only whole texts count. Otherwise,
 * a name may be a part of an identifier, such as `mail` in `mail.send` or `mail/send@1.1.0`.
 */
function chooseNameSearch(manifest: unknown, knownNames: readonly string[]): ContainsName {
  const containsWholeName: ContainsName = (value, name) => containsText(value, (text) => text === name)
  if (knownNames.every((name) => containsWholeName(manifest, name))) return containsWholeName

  return (value, name) => containsText(value, (text) => isPartOfIdentifier(text, name))
}

/** Returns advice for a rule that has searched a manifest for versions, since the fixtures declare no pointer to them. */
export function adviseVersionPointer({ fixtures }: Target): string | undefined {
  return 'manifest' in fixtures && fixtures.manifest.version !== undefined ? undefined : NO_VERSION_POINTER
}

const NO_VERSION_POINTER =
  'Names and versions were searched in the whole manifest, so a wrong one may have passed. Declare their places as fixtures.manifest to make the check exact.'

/** Fails the rule unless a tool set is listed. `description` describes whose manifest it is. */
export function expectToolset(reading: ManifestReading, toolset: string, description = ''): void {
  if (!reading.lists(toolset)) throw new RuleViolation(`expected tool set ${toolset}${description}`, reading.exchange)
}

/** Fails the rule if a tool set is listed. `description` states why it must not be listed. */
export function expectNoToolset(reading: ManifestReading, toolset: string, description = ''): void {
  if (reading.lists(toolset)) throw new RuleViolation(`expected no tool set ${toolset}${description}`, reading.exchange)
}

type Listing = Pick<RegistryFixture, 'listed'>

/** Lists the tool sets whose names only the other organization uses. Two organizations may have tool sets of one name. */
function listForeignNames(own: Listing, other: Listing): string[] {
  const ownNames = new Set(own.listed.map(({ toolset }) => toolset))
  return other.listed.map(({ toolset }) => toolset).filter((toolset) => !ownNames.has(toolset))
}

/** Fails the rule if a manifest lists a tool set that only another organization has. */
export async function expectNothingForeign(reading: ManifestReading, own: Listing, other: Listing): Promise<void> {
  await verifyEach(listForeignNames(own, other), async (toolset) => {
    expectNoToolset(reading, toolset, ' of another organization')
  })
}

/** Returns advice for a rule that cannot distinguish two organizations, because their tool sets have the same names. */
export function adviseDistinctNames(own: Listing, other: Listing): string | undefined {
  return listForeignNames(own, other).length > 0 ? undefined : SAME_NAMES
}

const SAME_NAMES =
  'All tool sets of fixtures.otherOrganization.listed have the names of tool sets of fixtures.registry.listed. Declare one with another name to make the check exact.'

/** Fails the rule unless a tool set is listed in one version only. `description` describes whose manifest it is. */
export function expectVersion(reading: ManifestReading, listed: Pick<ListedTool, 'toolset' | 'version'>, description = ''): void {
  const wrongVersion = reading.describeWrongVersion(listed)
  if (wrongVersion === undefined) return

  const expected = `expected version ${listed.version} of tool set ${listed.toolset}${description}`
  throw new RuleViolation(`${expected}, found ${wrongVersion}`, reading.exchange)
}

/** Fails the rule unless a tool set has its tool, and no tool that only another version has. */
export function expectTool(reading: ManifestReading, listed: ListedTool, description = ''): void {
  const { otherVersionTool, tool, toolset, version } = listed
  const place = `of tool set ${toolset}${description}`
  if (!reading.hasTool(listed)) throw new RuleViolation(`expected tool ${tool} ${place}`, reading.exchange)

  const hasForeignTool = otherVersionTool !== undefined && reading.hasTool({ toolset, tool: otherVersionTool })
  if (!hasForeignTool) return
  throw new RuleViolation(`expected no tool ${otherVersionTool} ${place} in version ${version}`, reading.exchange)
}
