import jsonata from 'jsonata'

/** A name that an expression looks up in its input, and the member of it that is looked up next, if it is a plain name. */
export interface NameInExpression {
  readonly root: string
  readonly member: string | undefined
}

/**
 * The names that an expression looks up in its input, as far as they are in its text. Names that are looked up in
 * something else, such as the items of a list, are left out, since their members are unknown.
 */
export function namesInExpression(source: string): NameInExpression[] {
  return namesIn(jsonata(source).ast())
}

/** A node of JSONata's syntax tree; the types of the package lack some of its members. */
interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly steps?: readonly Node[]
}

function namesIn(node: unknown): NameInExpression[] {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node !== 'object' || node === null || node instanceof RegExp) return []
  const { steps: [first, second] = [], type }: Node = node
  if (type === 'path') return first?.type === 'name' ? [lookup(first, second)] : namesIn(first)
  // It is for whatever it will be applied to.
  if (type === 'transform') return []
  return Object.entries(node).flatMap(([name, member]) => (elsewhere.includes(name) ? [] : namesIn(member)))
}

// What these hold is evaluated once for each item of a list, and sees that item.
const elsewhere: readonly string[] = ['predicate', 'stages', 'group']

function lookup(first: Node, second: Node | undefined): NameInExpression {
  const direct = second?.type === 'name' && !changing.some((name) => name in first)
  return { root: String(first.value), member: direct ? String(second.value) : undefined }
}

// With these the step that follows sees something else than what the name stands for.
const changing: readonly string[] = ['stages', 'predicate', 'focus', 'index']

/** The variables and functions that neither JSONata has nor the expression defines, with those that it could mean. */
export function unknownVariables(source: string): { readonly name: string; readonly known: readonly string[] }[] {
  const used = new Set<string>()
  const known = new Set<string>(['', '$', ...builtIn])
  collectVariables(jsonata(source).ast(), { used, known })
  const shown = [...known].map((name) => `$${name}`)
  return [...used].filter((name) => !known.has(name)).map((name) => ({ name: `$${name}`, known: shown }))
}

interface Collected {
  readonly used: Set<string>
  readonly known: Set<string>
}

function collectVariables(node: unknown, found: Collected): void {
  if (typeof node !== 'object' || node === null || node instanceof RegExp) return
  if ('type' in node && 'value' in node && node.type === 'variable') found.used.add(String(node.value))
  if ('type' in node && node.type === 'bind' && 'lhs' in node) found.known.add(textOf(node.lhs))
  if ('type' in node && node.type === 'lambda' && 'arguments' in node && Array.isArray(node.arguments))
    for (const argument of node.arguments) found.known.add(textOf(argument))
  if ('focus' in node) found.known.add(String(node.focus))
  if ('index' in node) found.known.add(textOf(node.index))
  for (const member of Object.values(node)) collectVariables(member, found)
}

function textOf(node: unknown): string {
  return typeof node === 'object' && node !== null && 'value' in node ? String(node.value) : String(node)
}

// https://docs.jsonata.org: the functions of the language.
const builtIn =
  'abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl decodeUrlComponent distinct each encodeUrl encodeUrlComponent error eval exists filter floor formatBase formatInteger formatNumber fromMillis join keys length lookup lowercase map match max merge millis min not now number pad parseInteger power random reduce replace reverse round shuffle sift single sort split spread sqrt string substring substringAfter substringBefore sum toMillis trim type uppercase zip'.split(
    ' ',
  )
