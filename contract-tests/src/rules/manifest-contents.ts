import type { Exchange } from '../target/exchange.ts'

/** A tool set as the fixtures declare it, as far as a manifest is asked for it. */
interface Declared {
  readonly toolSet: string
  readonly version: string
  readonly tool: string
}

/**
 * Whether a manifest says something of a tool set. No document shows how a manifest is built, so the parts of it are
 * looked at that name this tool set and no other. Where none of these says anything of the kind, all of it is: what
 * belongs to a name may stand elsewhere, at the same position of another list.
 */
export function aboutToolSet(
  manifest: unknown,
  of: { readonly toolSet: string; readonly among: readonly Declared[] },
): AboutToolSet {
  const others = of.among.map(({ toolSet }) => toolSet).filter((name) => name !== of.toolSet)
  const naming = namingOf(manifest, [of.toolSet, ...others])
  const parts = sections(manifest, { name: of.toolSet, others, naming })
  const tools = of.among.map(({ tool }) => tool)
  const ask =
    (kind: 'version' | 'tool', isIn: Naming) =>
    (text: string): boolean => {
      const telling = parts.filter((part) => of.among.some((declared) => isIn(part, declared[kind])))
      return (telling.length === 0 ? [manifest] : telling).some((part) => isIn(part, text))
    }
  return { mentionsVersion: ask('version', containsText), mentionsTool: ask('tool', namingOf(manifest, tools)) }
}

/** What may be asked of the parts of a manifest that are about one tool set. */
interface AboutToolSet {
  readonly mentionsVersion: (version: string) => boolean
  readonly mentionsTool: (tool: string) => boolean
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
export type Naming = (value: unknown, name: string) => boolean

/**
 * How a manifest writes the names that are sure to be in it: each for itself or, where it does not, as a part of longer
 * identifiers such as `mail.send` or `mail/send@1.1.0`. No document shows how (MAN-BODY).
 */
export function namingOf(manifest: unknown, sure: readonly string[]): Naming {
  return sure.every((name) => hasName(manifest, name)) ? hasName : namesWithin
}

function namesWithin(value: unknown, name: string): boolean {
  if (typeof value === 'string') return isPart(value, name)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => isPart(key, name) || namesWithin(child, name))
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

/** Every string and number in a JSON value with its JSON pointer, in document order. */
export function leaves(value: unknown, pointer = ''): { readonly pointer: string; readonly value: string | number }[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ pointer, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    leaves(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

/** The leaves of the first JSON value that are there in all, and have another value in each. */
export function differingLeaves(values: readonly unknown[]): ReturnType<typeof leaves> {
  const all = values.map((value) => new Map(leaves(value).map((leaf) => [leaf.pointer, leaf.value])))
  return leaves(values[0]).filter(({ pointer }) => {
    const found = new Set(all.flatMap((one) => one.get(pointer) ?? []))
    return found.size === values.length
  })
}

/** Every string in a JSON value that may be a reference. The name of a member is none without a slash, such as `execute`. */
export function references(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const children = Object.values(value).flatMap(references)
  return Array.isArray(value) ? children : [...Object.keys(value).filter((name) => name.includes('/')), ...children]
}

/** Whether a string stands anywhere in a JSON value: as a leaf or the name of a member, or as part of one. */
export function containsText(value: unknown, text: string): boolean {
  if (typeof value === 'string' || typeof value === 'number') return String(value).includes(text)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, child]) => name.includes(text) || containsText(child, text))
}

/** Whether a string is a leaf of a JSON value or the name of a member. */
function hasName(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, child]) => key === text || hasName(child, text))
}

/** Whether an answer shows a string, as JSON or, where no document says that it is JSON, in whatever text. */
export function answerShows(exchange: Exchange, text: string): boolean {
  return containsText(exchange.body, text) || exchange.text.includes(text)
}
