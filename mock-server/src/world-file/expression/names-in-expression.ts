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
