import type { Exchange } from '../../target/exchange.ts'
import { leaves, type Selected, select } from '../../target/select.ts'
import type { ManifestFixture, RegistryFixture, Target } from '../../target/target.ts'
import { inEach } from '../expectations.ts'
import { ControlFailed, RuleViolation } from '../rule.ts'

type Declared = RegistryFixture['listed'][number]

/** What a manifest says of tool sets: by the pointers that the target declares or, without any, by the names in it. */
export interface ManifestReading {
  readonly exchange: Exchange
  readonly lists: (toolSet: string) => boolean
  /** What it has in the place of a version; undefined where it has this one, and no other. */
  readonly insteadOf: (listed: Pick<Declared, 'toolSet' | 'version'>) => string | undefined
  readonly hasTool: (listed: Pick<Declared, 'toolSet' | 'tool'>) => boolean
  /** Whether it lists a tool set without a tool, as far as pointers tell. */
  readonly isToolless: (toolSet: string) => boolean
  /** Whether it lists a tool set more than once, each time with the same members, as far as pointers tell. */
  readonly isRepeated: (toolSet: string) => boolean
}

/** What a check says that passes without pointers. */
const withoutPointers =
  'Names and versions were looked for anywhere in the manifest, so a wrong one may have passed where the right one stands in another place. fixtures.manifest says where they stand, and makes the check exact.'

export function readManifest(target: Target, exchange: Exchange, among: readonly Declared[]): ManifestReading {
  const byNames = readNames(exchange, among)
  const { fixtures } = target
  if (!('manifest' in fixtures)) return byNames
  const { manifest } = fixtures
  const named = among.find(({ toolSet }) => byNames.lists(toolSet))
  const misread = named === undefined || exchange.status !== 200 ? undefined : selectingNothing(exchange, manifest)
  if (misread !== undefined) {
    const { [misread]: selector } = manifest
    const what = `fixtures.manifest.${misread}, ${selector}, selects nothing in a manifest that names ${named?.toolSet}`
    throw new ControlFailed(what, exchange)
  }
  return readPointers(exchange, { byNames, manifest })
}

/** The first selector that selects nothing where tool sets are named: it is wrong, and not the server. */
function selectingNothing({ body }: Exchange, { name, toolSets }: ManifestFixture): 'toolSets' | 'name' | undefined {
  const entries = select(body, toolSets)
  if (entries.length === 0) return 'toolSets'
  return name !== undefined && entries.every((entry) => namesOf(entry, name).length === 0) ? 'name' : undefined
}

/** What weakens a check that has read manifests. */
export function weaknessOf({ fixtures }: Target): string | undefined {
  return 'manifest' in fixtures && fixtures.manifest.version !== undefined ? undefined : withoutPointers
}

export function expectToolSet(reading: ManifestReading, toolSet: string, which = ''): void {
  if (!reading.lists(toolSet)) throw new RuleViolation(`expected tool set ${toolSet}${which}`, reading.exchange)
}

/** Fails the rule if a tool set is listed; `which` says why it must not be. */
export function expectNoToolSet(reading: ManifestReading, toolSet: string, which = ''): void {
  if (reading.lists(toolSet)) throw new RuleViolation(`expected no tool set ${toolSet}${which}`, reading.exchange)
}

type Listing = Pick<RegistryFixture, 'listed'>

/** What another organization lists, and the own one does not: both may have a tool set of one name. */
function foreignNames(own: Listing, other: Listing): string[] {
  const names = new Set(own.listed.map(({ toolSet }) => toolSet))
  return other.listed.map(({ toolSet }) => toolSet).filter((toolSet) => !names.has(toolSet))
}

/** Fails the rule if a manifest lists what only another organization has. */
export async function expectNothingForeign(reading: ManifestReading, own: Listing, other: Listing): Promise<void> {
  await inEach(foreignNames(own, other), async (toolSet) => expectNoToolSet(reading, toolSet, ' of another organization'))
}

/** What a check says that passes where no name tells the tool sets of two organizations apart. */
export function weaknessOfNames(own: Listing, other: Listing): string | undefined {
  return foreignNames(own, other).length > 0 ? undefined : withoutNames
}

const withoutNames =
  'All tool sets in fixtures.otherOrganization.listed have names that fixtures.registry.listed has, too, so that nothing tells whose is shown. One of another name makes the check stronger.'

/** Fails the rule unless a tool set has the version; `which` says whose manifest it is. */
export function expectVersion(reading: ManifestReading, listed: Pick<Declared, 'toolSet' | 'version'>, which = ''): void {
  const found = reading.insteadOf(listed)
  if (found === undefined) return
  const expected = `expected version ${listed.version} of tool set ${listed.toolSet}${which}, found ${found}`
  throw new RuleViolation(expected, reading.exchange)
}

/** Fails the rule unless a tool set has the tool, and none that only another version of it has. */
export function expectTool(reading: ManifestReading, listed: Declared, which = ''): void {
  const { notTool, tool, toolSet } = listed
  const ofSet = `of tool set ${toolSet}${which}`
  if (!reading.hasTool(listed)) throw new RuleViolation(`expected tool ${tool} ${ofSet}`, reading.exchange)
  if (notTool === undefined || !reading.hasTool({ toolSet, tool: notTool })) return
  throw new RuleViolation(`expected no tool ${notTool} ${ofSet} in version ${listed.version}`, reading.exchange)
}

function readPointers(
  exchange: Exchange,
  { byNames, manifest }: { readonly byNames: ManifestReading; readonly manifest: ManifestFixture },
): ManifestReading {
  const { name = '#', tool, toolSets, version } = manifest
  const entries = select(exchange.body, toolSets)
  const named = (toolSet: string): Selected[] => entries.filter((entry) => namesOf(entry, name).includes(toolSet))
  const selectIn = (toolSet: string, selector: string): Selected[] =>
    named(toolSet).flatMap(({ pointer, value }) =>
      select(value, selector).map((found) => ({ ...found, pointer: pointer + found.pointer })),
    )
  return {
    exchange,
    lists: (toolSet) => named(toolSet).length > 0,
    insteadOf: (listed) => {
      if (version === undefined) return byNames.insteadOf(listed)
      const found = selectIn(listed.toolSet, version)
      const others = found.filter(({ value }) => String(value) !== listed.version)
      if (found.length > 0 && others.length === 0) return undefined
      const shown = others.map(({ pointer, value }) => `${JSON.stringify(value)} at ${pointer}`)
      return shown.length === 0 ? `nothing at ${toolSets}${version}` : shown.join(' and ')
    },
    hasTool: (listed) => {
      if (tool === undefined) return byNames.hasTool(listed)
      return selectIn(listed.toolSet, tool).some(({ value }) => value === listed.tool)
    },
    // A manifest may have an entry for each tool, so that one name stands in several.
    isRepeated: (toolSet) => {
      const found = named(toolSet).map(({ value }) => JSON.stringify(value))
      return new Set(found).size < found.length
    },
    isToolless: (toolSet) => tool !== undefined && named(toolSet).length > 0 && selectIn(toolSet, tool).length === 0,
  }
}

function namesOf({ name, value }: Selected, selector: string): unknown[] {
  return selector === '#' ? [name] : select(value, selector).map((found) => found.value)
}

/**
 * Reads by names. No document shows how a manifest is built, so the parts of it are looked at that name a tool set and no
 * other. Where none of these says anything of the kind, all of it is: what belongs to a name may stand elsewhere, at the
 * same position of another list.
 */
function readNames(exchange: Exchange, among: readonly Declared[]): ManifestReading {
  const manifest = exchange.body
  const toolSets = among.map(({ toolSet }) => toolSet)
  const isNamed = namingOf(manifest, toolSets)
  const isTool = namingOf(
    manifest,
    among.map(({ tool }) => tool),
  )
  const ask = (toolSet: string, { isIn, kind }: { readonly kind: 'version' | 'tool'; readonly isIn: Naming }) => {
    const others = toolSets.filter((name) => name !== toolSet)
    const naming = namingOf(manifest, [toolSet, ...others])
    const parts = sections(manifest, { name: toolSet, others, naming })
    const telling = parts.filter((part) => among.some((declared) => isIn(part, declared[kind])))
    return (text: string): boolean => (telling.length === 0 ? [manifest] : telling).some((part) => isIn(part, text))
  }
  return {
    exchange,
    lists: (toolSet) => isNamed(manifest, toolSet),
    insteadOf: ({ toolSet, version }) =>
      ask(toolSet, { kind: 'version', isIn: hasVersion })(version) ? undefined : 'it nowhere in what names the tool set',
    hasTool: ({ tool, toolSet }) => ask(toolSet, { kind: 'tool', isIn: isTool })(tool),
    isToolless: () => false,
    isRepeated: () => false,
  }
}

/** The largest parts that name one tool set and none of the others. */
function sections(
  value: unknown,
  on: { readonly name: string; readonly others: readonly string[]; readonly naming: Naming },
): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => {
    const part = Array.isArray(value) ? child : { [key]: child }
    if (!on.naming(part, on.name)) return []
    return on.others.some((other) => on.naming(part, other)) ? sections(child, on) : [part]
  })
}

/** Whether a JSON value names something. */
type Naming = (value: unknown, name: string) => boolean

/**
 * How a manifest writes the names that are sure to be in it: each for itself or, where it does not, as a part of longer
 * identifiers such as `mail.send` or `mail/send@1.1.0`. No document shows how (MAN-BODY).
 */
function namingOf(manifest: unknown, sure: readonly string[]): Naming {
  const hasName: Naming = (value, name) => hasText(value, (text) => text === name)
  return sure.every((name) => hasName(manifest, name)) ? hasName : (value, name) => hasText(value, (text) => isPart(text, name))
}

/** Whether a payload names a tool set, be it as a part of a longer identifier. */
export function isNamedIn(payload: unknown, toolSet: string): boolean {
  return hasText(payload, (text) => isPart(text, toolSet))
}

/** A sentence that has a word in it names nothing. */
function isPart(identifier: string, name: string): boolean {
  if (/\s/.test(identifier)) return identifier === name
  const ends = identifier.split(name)
  return ends.some((before, index) => {
    const after = ends[index + 1]
    return after !== undefined && !/[\p{L}\p{N}-]$/u.test(before) && !/^[\p{L}\p{N}-]/u.test(after)
  })
}

/**
 * Whether a version stands in a JSON value: by itself, with a v, or behind an @. One with a dot may also be a part of a
 * longer identifier; a lone digit is in too many addresses and ports for that.
 */
function hasVersion(value: unknown, version: string): boolean {
  const escaped = version.replace(/[^\p{L}\p{N}]/gu, (character) => `\\${character === '-' ? 'x2d' : character}`)
  const alone = new RegExp(`^(?:.*@)?v?${escaped}$`, 'is')
  const within = new RegExp(`(?<![\\p{L}\\p{N}.])v?${escaped}(?![\\p{L}\\p{N}]|[.-][\\p{L}\\p{N}])`, 'iu')
  const pattern = version.includes('.') ? within : alone
  const isVersion = (text: string) => text === version || pattern.test(text)
  return (
    hasText(value, isVersion) || leaves(value).some((leaf) => typeof leaf.value === 'number' && isVersion(String(leaf.value)))
  )
}

/** Whether there is such a string in a JSON value, be it a leaf or the name of a member. */
function hasText(value: unknown, isSuch: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSuch(value)
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value) && Object.keys(value).some(isSuch)) return true
  return Object.values(value).some((child) => hasText(child, isSuch))
}

/** Every string in a JSON value that may be a reference. The name of a member is none without a slash, such as `execute`. */
export function references(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(references)
  return Array.isArray(value) ? children : [...Object.keys(value).filter((name) => name.includes('/')), ...children]
}

/** Whether an answer shows a version: without a pointer, as no part of a longer one, such as 1.2.0 of 1.2.0-rc.1. */
export function answerShowsVersion(exchange: Exchange, place: { readonly shows: string; readonly at?: string | undefined }) {
  const { at, shows } = place
  if (at !== undefined || !shows.includes('.')) return answerShows(exchange, place)
  return hasVersion(exchange.body ?? exchange.text, shows)
}

/** Whether an answer shows a text: exactly that at a pointer or, without one, anywhere in it, be it JSON or not. */
export function answerShows(
  exchange: Exchange,
  { at, shows }: { readonly shows: string; readonly at?: string | undefined },
): boolean {
  if (at !== undefined) return select(exchange.body, at).some(({ value }) => String(value) === shows)
  const { body, text } = exchange
  const isIn = (whole: string) => whole.includes(shows)
  return isIn(text) || hasText(body, isIn) || leaves(body).some(({ value }) => isIn(String(value)))
}
