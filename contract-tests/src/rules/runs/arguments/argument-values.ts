import { selectEntries } from '../../../catalogues/catalogue.ts'
import { inheritedNames, type NameEntry, names } from '../../../catalogues/values/names.ts'
import { numbers } from '../../../catalogues/values/numbers.ts'
import { type SizeEntry, sizes } from '../../../catalogues/values/sizes.ts'
import { structures } from '../../../catalogues/values/structures.ts'
import { textParts, texts } from '../../../catalogues/values/texts.ts'
import type { ValueEntry } from '../../../catalogues/values/value-entry.ts'
import { runWorkflow } from '../../../requests.ts'
import type { ParameterType, Target } from '../../../target/target.ts'
import { isObject, requireStatus, verifyEach } from '../../expectations.ts'
import { type RuleTable, RuleWarning } from '../../rule.ts'
import { argumentsOf, expectArguments, findParameterName, parameterTypes, requireAnyParameter } from '../echoes.ts'
import { expectUnchanged, type PackedArguments, type SentEntry, verifyPackedValues } from './value-packs.ts'

/** The rules that values of the catalogues reach the workflow unchanged. */
export const argumentValueRules = {
  'RUN-ARG-VALUE': {
    statement: 'a string, number, boolean, object or array reaches the workflow unchanged',
    advice: 'Check what changes values on the way: sanitizers, serializers, and columns of a database.',
    check: verifyValuesUnchanged,
  },
  'RUN-ARG-VALUE.sizes': {
    statement: 'long texts and lists, many members and deeply nested data reach the workflow unchanged',
    warnsOf: 'a limit of the size of a value or a body',
    advice: 'Check the limits of parsers, and the lengths of columns.',
    check: verifySizesUnchanged,
  },
  'RUN-ARG-VALUE.empty': {
    statement: 'empty lists, objects and texts inside nested data reach the workflow unchanged',
    check: verifyEmptyValuesUnchanged,
  },
  'RUN-ARG-VALUE.inherited-names': {
    statement: 'members of nested data with names such as __proto__ reach the workflow unchanged',
    advice: 'Check how nested data is copied: JSON.parse sets a member named __proto__, and an assignment loses it.',
    check: verifyInheritedNamesUnchanged,
  },
} satisfies RuleTable

/** The structures that have a rule of their own. */
const EMPTY = 'empty'

/** The structures that are sent alone, one after the other, since a cache may treat them as equal. */
const EQUAL = 'equal'

/**
 * Checks that values reach the workflow unchanged. Sends many values in few runs of the echo workflow, and expects each value
 * in the result. Values that a server may convert as a whole are arguments of their own, in a run each.
 */
async function verifyValuesUnchanged(target: Target): Promise<void> {
  requireAnyParameter(target, parameterTypes)
  await requireEcho(target)

  const nestedValues = [...texts, ...numbers, ...structures.filter(({ kind }) => kind !== EMPTY)]
  const equalStructures = structures.filter(({ kind }) => kind === EQUAL).map((entry) => ({ ...entry, type: 'object' as const }))
  const rounds = [...listRounds(target), ...equalStructures.map((entry) => [entry])]

  const verifications = [
    () => verifyPackedValues(target, nestedValues, (entries) => packNested(target, entries)),
    () => verifyPackedValues(target, names, (entries) => packNames(target, entries)),
    () => verifyPackedValues(target, textParts, (entries) => packParts(target, entries)),
    ...rounds.map((round) => () => verifyPackedValues(target, round, (entries) => packArguments(target, entries))),
  ]
  await verifyEach(verifications, (verify) => verify())
}

async function requireEcho(target: Target): Promise<void> {
  requireStatus(await runWorkflow(target, { workflow: target.fixtures.echo }))
}

/** Packs values as the items of a list: inside an object, and as an argument. */
function packNested(target: Target, entries: readonly SentEntry[]): PackedArguments {
  const list = entries.map(({ value }) => value)
  const { array, object } = target.fixtures.echo.parameters

  const places = entries.flatMap((entry, index) => [
    ...(object === undefined ? [] : [{ entry, steps: [object, 'values', index] }]),
    ...(array === undefined ? [] : [{ entry, steps: [array, index] }]),
  ])
  return { args: argumentsOf(target, { object: { values: list }, array: list }), places }
}

/** Packs members of an object. */
function packNames(target: Target, entries: readonly NameEntry[]): PackedArguments {
  const { object } = target.fixtures.echo.parameters
  if (object === undefined) return NOTHING

  const members = fillValues(entries)
  // A member named __proto__ of a literal would set the prototype.
  const value = Object.fromEntries(members.map((member) => [member.name, member.value]))
  return { args: { [object]: value }, places: members.map((entry) => ({ entry, steps: [object, entry.name] })) }
}

/** Gives each member a value: its position, unless the entry has one. */
function fillValues(entries: readonly NameEntry[]): NameEntry[] {
  return entries.map((entry, index) => ({ ...entry, value: entry.value ?? index }))
}

/**
 * Packs members of an object, and each of them in an object of its own. Some libraries copy only plain objects, and treat an
 * object with a member `constructor` as no plain one, so it would hide the loss of another member.
 */
function packInheritedNames(target: Target, entries: readonly NameEntry[]): PackedArguments {
  const packed = packNames(target, entries)
  const { array } = target.fixtures.echo.parameters
  if (array === undefined) return packed

  const members = fillValues(entries)
  const objects = members.map(({ name, value }) => Object.fromEntries([[name, value]]))
  const places = members.map((entry, index) => ({ entry, steps: [array, index, entry.name] }))
  return { args: { ...packed.args, [array]: objects }, places: [...packed.places, ...places] }
}

/** Packs parts of texts in one text. */
function packParts(target: Target, entries: readonly ValueEntry[]): PackedArguments {
  const value = entries.map((entry) => entry.value).join(' ')
  return { args: argumentsOf(target, { string: value, object: { value } }), places: [] }
}

/** The kinds of texts that some servers convert as a whole. The other kinds are changed in a part, as `textParts` shows. */
const wholeKinds = new Set(['number', 'word', 'date', 'structured', 'trimmed'])

/** A value, and the type of the parameter that gets it. */
interface TypedEntry extends SentEntry {
  readonly type: ParameterType
}

/**
 * Divides values among runs. Each round is the values of one run, with at most one value for the parameter of each type,
 * since an argument has one value.
 */
function listRounds(target: Target): readonly (readonly TypedEntry[])[] {
  const wholeTexts = texts.filter(({ kind }) => wholeKinds.has(kind))
  const containers = structures.filter(({ kind }) => kind !== 'reserved' && kind !== EQUAL)
  const selectedContainers = selectEntries(containers, target)

  return zipByType({
    string: selectEntries(wholeTexts, target),
    number: selectEntries(numbers, target),
    boolean: booleans,
    object: selectedContainers.filter(({ value }) => isObject(value)),
    array: selectedContainers.filter(({ value }) => Array.isArray(value)),
  })
}

const booleans: readonly SentEntry[] = [
  { id: 'false', value: false, source: 'a test for truth' },
  { id: 'true', value: true, source: 'columns of numbers' },
]

/** Puts the first value of each type in one round, the second values in another, and so on. */
function zipByType(valuesByType: Readonly<Record<ParameterType, readonly SentEntry[]>>): TypedEntry[][] {
  const columns = Object.entries(valuesByType)
  const length = Math.max(...columns.map(([, entries]) => entries.length))

  return Array.from({ length }, (_, index) =>
    columns.flatMap(([type, entries]) => {
      const entry = entries[index]
      // Object.entries returns strings, although the names are types.
      return entry === undefined ? [] : [{ ...entry, type: type as ParameterType }]
    }),
  )
}

function packArguments(target: Target, entries: readonly TypedEntry[]): PackedArguments {
  const { parameters } = target.fixtures.echo
  const places = entries.flatMap((entry) => {
    const name = parameters[entry.type]
    return name === undefined ? [] : [{ entry, steps: [name] }]
  })
  return { args: Object.fromEntries(places.map(({ entry, steps }) => [steps[0], entry.value])), places }
}

/** Checks that empty lists, objects and texts inside nested data reach the workflow. */
async function verifyEmptyValuesUnchanged(target: Target): Promise<void> {
  requireAnyParameter(target, ['object', 'array'])
  await requireEcho(target)
  const entries = structures.filter(({ kind }) => kind === EMPTY)

  await verifyPackedValues(target, entries, (sentEntries) => packNested(target, sentEntries))
}

/** Checks that members with names such as `__proto__` reach the workflow. */
async function verifyInheritedNamesUnchanged(target: Target): Promise<void> {
  findParameterName(target, 'object')
  await requireEcho(target)

  await verifyPackedValues(target, inheritedNames, (entries) => packInheritedNames(target, entries))
}

/** The statuses of a server with a limit. */
const limitStatuses = [400, 413]

/** Sends values of many sizes: in each run one value of each kind. A server may refuse the largest ones. */
async function verifySizesUnchanged(target: Target): Promise<void> {
  findParameterName(target, 'object')
  await requireEcho(target)

  const selected = selectEntries(sizes, target)
  const ordinary = selected.filter(({ mayBeRefused = false }) => !mayBeRefused)
  const large = selected.filter(({ mayBeRefused = false }) => mayBeRefused)
  const verifications = [
    ...listSizeRounds(ordinary).map((round) => () => verifyPackedValues(target, round, (entries) => packSizes(target, entries))),
    ...large.map((entry) => () => verifyLargeValue(target, entry)),
  ]
  await verifyEach(verifications, (verify) => verify())
}

/** Puts the first entry of each kind in one run, the second ones in another, and so on. */
function listSizeRounds(entries: readonly SizeEntry[]): readonly (readonly SizeEntry[])[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  const columns = kinds.map((kind) => entries.filter((entry) => entry.kind === kind))
  const length = Math.max(...columns.map((column) => column.length))

  return Array.from({ length }, (_, index) => columns.flatMap((column) => column[index] ?? []))
}

/**
 * Packs values of several sizes into one run. A text is an argument, and lists are the items of the array argument. The entry
 * of the kind `members` gives the members of the object argument; other objects are nested in it under the name of their kind.
 */
function packSizes(target: Target, entries: readonly SizeEntry[]): PackedArguments {
  const parts = [packText(target, entries), packObjects(target, entries), packLists(target, entries)]

  return {
    args: Object.assign({}, ...parts.map(({ args }) => args)),
    places: parts.flatMap(({ places }) => places),
  }
}

const NOTHING: PackedArguments = { args: {}, places: [] }

function packText({ fixtures }: Target, entries: readonly SizeEntry[]): PackedArguments {
  const name = fixtures.echo.parameters.string
  const entry = entries.find(({ type }) => type === 'string')
  if (name === undefined || entry === undefined) return NOTHING

  return { args: { [name]: entry.value }, places: [{ entry, steps: [name] }] }
}

function packObjects({ fixtures }: Target, entries: readonly SizeEntry[]): PackedArguments {
  const name = fixtures.echo.parameters.object
  if (name === undefined) return NOTHING

  const members = entries.find(({ kind }) => kind === 'members')
  const nestedEntries = entries.filter(({ kind, type }) => type === 'object' && kind !== 'members')
  const nestedObjects = Object.fromEntries(nestedEntries.map(({ kind, value }) => [kind, value]))

  return {
    args: { [name]: { ...Object(members?.value), ...nestedObjects } },
    places: nestedEntries.map((entry) => ({ entry, steps: [name, entry.kind] })),
  }
}

function packLists({ fixtures }: Target, entries: readonly SizeEntry[]): PackedArguments {
  const name = fixtures.echo.parameters.array
  if (name === undefined) return NOTHING

  const lists = entries.filter(({ type }) => type === 'array')
  return {
    args: { [name]: [...lists.map(({ value }) => value), ...listItems(lists)] },
    places: lists.map((entry, index) => ({ entry, steps: [name, index] })),
  }
}

/** Returns the items of the long list among the entries, so that the argument itself is long. The longest list would be too much. */
function listItems(entries: readonly SizeEntry[]): readonly unknown[] {
  const long = entries.find(({ kind }) => kind === 'list')?.value
  return Array.isArray(long) && long.length <= LONGEST_ARGUMENT ? long : []
}

/** The most items of a list that is an argument. Longer lists are only sent as items of one. */
const LONGEST_ARGUMENT = 1024

async function verifyLargeValue(target: Target, entry: SizeEntry): Promise<void> {
  const pack = packSizes(target, [entry])
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, args: pack.args })
  if (limitStatuses.includes(exchange.status)) {
    throw new RuleWarning(`expected the value ${entry.id} to be accepted, found ${exchange.status} (${entry.source})`, exchange)
  }

  requireStatus(exchange)
  await expectUnchanged(exchange, pack)
  await expectArguments(exchange, pack.args)
}
