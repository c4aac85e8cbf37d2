import { selectEntries } from '../../catalogues/catalogue.ts'
import { inheritedNames, type NameEntry, names } from '../../catalogues/values/names.ts'
import { numbers } from '../../catalogues/values/numbers.ts'
import { type SizeEntry, sizes } from '../../catalogues/values/sizes.ts'
import { structures } from '../../catalogues/values/structures.ts'
import { textParts, texts } from '../../catalogues/values/texts.ts'
import type { ValueEntry } from '../../catalogues/values/value-entry.ts'
import { runWorkflow } from '../../requests.ts'
import type { ParameterType, Target } from '../../target/target.ts'
import { isObject, requirePrecondition, verifyEach } from '../expectations.ts'
import { type RuleTable, RuleWarning } from '../rule.ts'
import { argumentsOf, expectArguments, parameterOf } from './echoes.ts'
import { expectUnchanged, type Pack, type Place, type SentEntry, verifyPack } from './value-packs.ts'

/** The rules that values of the catalogues reach the workflow unchanged. */
export const argumentValueRules = {
  'RUN-ARG-VALUE': {
    statement: 'a string, number, boolean, object or array reaches the workflow unchanged',
    advice: 'Check what changes values on the way: sanitizers, serializers, and columns of a database.',
    check: verifyRunArgValue,
  },
  'RUN-ARG-VALUE.sizes': {
    statement: 'long texts and lists, many members and deeply nested data reach the workflow unchanged',
    advice: 'Check the limits of parsers, and the lengths of columns.',
    check: verifySizes,
  },
  'RUN-ARG-VALUE.empty': {
    statement: 'empty lists, objects and texts inside nested data reach the workflow unchanged',
    check: verifyEmptyValues,
  },
  'RUN-ARG-VALUE.inherited-names': {
    statement: 'members of nested data with names such as __proto__ reach the workflow unchanged',
    advice: 'Check how nested data is copied: JSON.parse sets a member named __proto__, and an assignment loses it.',
    check: verifyInheritedNames,
  },
} satisfies RuleTable

/** The structures that have a rule of their own. */
const EMPTY = 'empty'

/** The structures that are sent alone, one after the other, since a cache may treat them as equal. */
const EQUAL = 'equal'

async function verifyRunArgValue(target: Target): Promise<void> {
  await requireEcho(target)

  const nestedValues = [...texts, ...numbers, ...structures.filter(({ kind }) => kind !== EMPTY)]
  const equalStructures = structures.filter(({ kind }) => kind === EQUAL).map((entry) => ({ ...entry, type: 'object' as const }))
  const rounds = [...listRounds(target), ...equalStructures.map((entry) => [entry])]
  const verifications = [
    () => verifyPack(target, nestedValues, (entries) => packNested(target, entries)),
    () => verifyPack(target, names, (entries) => packNames(target, entries)),
    () => verifyPack(target, textParts, (entries) => packParts(target, entries)),
    ...rounds.map((round) => () => verifyPack(target, round, (entries) => packArguments(target, entries))),
  ]
  await verifyEach(verifications, (verify) => verify())
}

async function requireEcho(target: Target): Promise<void> {
  requirePrecondition(await runWorkflow(target, { workflow: target.fixtures.echo }))
}

/** Packs values as the items of a list: inside an object, and as an argument. */
function packNested(target: Target, entries: readonly SentEntry[]): Pack {
  const list = entries.map(({ value }) => value)
  const { array, object } = target.fixtures.echo.parameters

  const places = entries.flatMap((entry, index) => [
    ...(object === undefined ? [] : [{ entry, steps: [object, 'values', index] }]),
    ...(array === undefined ? [] : [{ entry, steps: [array, index] }]),
  ])
  return { args: argumentsOf(target, { object: { values: list }, array: list }), places }
}

/** Packs members of an object. Each member has its position as its value, unless the entry has one. */
function packNames(target: Target, entries: readonly NameEntry[]): Pack {
  const { object } = target.fixtures.echo.parameters
  // A member named __proto__ of a literal would set the prototype.
  const members = Object.fromEntries(entries.map(({ name, value }, index) => [name, value ?? index]))

  const places = entries.map((entry, index) => ({
    entry: { ...entry, value: entry.value ?? index },
    steps: object === undefined ? [] : [object, entry.name],
  }))
  return { args: argumentsOf(target, { object: members }), places: object === undefined ? [] : places }
}

/** Packs parts of texts in one text. */
function packParts(target: Target, entries: readonly ValueEntry[]): Pack {
  const value = entries.map((entry) => entry.value).join(' ')
  return { args: argumentsOf(target, { string: value, object: { value } }), places: [] }
}

/** The kinds of texts that some servers convert as a whole. The other kinds are changed in a part, as `textParts` shows. */
const wholeKinds = new Set(['number', 'word', 'date', 'structured', 'trimmed'])

/** A value, and the type of the parameter that gets it. */
interface TypedEntry extends SentEntry {
  readonly type: ParameterType
}

/** Divides values among runs, so that each run has at most one value of a type as an argument. */
function listRounds(target: Target): readonly (readonly TypedEntry[])[] {
  const containers = selectEntries(
    structures.filter(({ kind }) => kind !== 'reserved' && kind !== EQUAL),
    target,
  )
  const valuesByType: Readonly<Record<ParameterType, readonly SentEntry[]>> = {
    string: selectEntries(
      texts.filter(({ kind }) => wholeKinds.has(kind)),
      target,
    ),
    number: selectEntries(numbers, target),
    boolean: [
      { id: 'false', value: false, source: 'a test for truth' },
      { id: 'true', value: true, source: 'columns of numbers' },
    ],
    object: containers.filter(({ value }) => isObject(value)),
    array: containers.filter(({ value }) => Array.isArray(value)),
  }
  return zipByType(valuesByType)
}

function zipByType(valuesByType: Readonly<Partial<Record<ParameterType, readonly SentEntry[]>>>): TypedEntry[][] {
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

function packArguments(target: Target, entries: readonly TypedEntry[]): Pack {
  const { parameters } = target.fixtures.echo
  const places = entries.flatMap((entry) => {
    const name = parameters[entry.type]
    return name === undefined ? [] : [{ entry, steps: [name] }]
  })
  return { args: Object.fromEntries(places.map(({ entry, steps }) => [steps[0], entry.value])), places }
}

async function verifyEmptyValues(target: Target): Promise<void> {
  await requireEcho(target)
  const entries = structures.filter(({ kind }) => kind === EMPTY)

  await verifyPack(target, entries, (sentEntries) => packNested(target, sentEntries))
}

async function verifyInheritedNames(target: Target): Promise<void> {
  await requireEcho(target)

  await verifyPack(target, inheritedNames, (entries) => packNames(target, entries))
}

/** The statuses of a server with a limit. */
const limitStatuses = [400, 413]

/** Sends values of many sizes: in each run one value of each kind. A server may refuse the largest ones. */
async function verifySizes(target: Target): Promise<void> {
  parameterOf(target, 'object')
  await requireEcho(target)

  const selected = selectEntries(sizes, target)
  const ordinary = selected.filter(({ mayBeRefused = false }) => !mayBeRefused)
  const large = selected.filter(({ mayBeRefused = false }) => mayBeRefused)
  const verifications = [
    ...listSizeRounds(ordinary).map((round) => () => verifyPack(target, round, (entries) => packSizes(target, entries))),
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
function packSizes(target: Target, entries: readonly SizeEntry[]): Pack {
  const { parameters } = target.fixtures.echo
  const args: Record<string, unknown> = {}
  const places: Place[] = []

  const text = entries.find(({ type }) => type === 'string')
  if (text !== undefined && parameters.string !== undefined) {
    args[parameters.string] = text.value
    places.push({ entry: text, steps: [parameters.string] })
  }

  if (parameters.object !== undefined) {
    const members = entries.find(({ kind }) => kind === 'members')
    const object: Record<string, unknown> = { ...Object(members?.value) }
    for (const entry of entries) {
      if (entry.type !== 'object' || entry.kind === 'members') continue
      object[entry.kind] = entry.value
      places.push({ entry, steps: [parameters.object, entry.kind] })
    }
    args[parameters.object] = object
  }

  if (parameters.array !== undefined) {
    const lists = entries.filter(({ type }) => type === 'array')
    args[parameters.array] = lists.map(({ value }) => value)
    for (const [index, entry] of lists.entries()) places.push({ entry, steps: [parameters.array, index] })
  }

  return { args, places }
}

async function verifyLargeValue(target: Target, entry: SizeEntry): Promise<void> {
  const pack = packSizes(target, [entry])
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, args: pack.args })
  if (limitStatuses.includes(exchange.status)) {
    throw new RuleWarning(`expected the value ${entry.id} to be accepted, found ${exchange.status} (${entry.source})`, exchange)
  }

  requirePrecondition(exchange)
  await expectUnchanged(exchange, pack)
  await expectArguments(exchange, pack.args)
}
