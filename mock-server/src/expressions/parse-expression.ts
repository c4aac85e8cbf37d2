import { type Expression, type Node, parseExpressionAt } from 'acorn'
import { nestsTooDeeply } from './nests-too-deeply.ts'

/** A text is not one expression of JavaScript; the message has the line and the column. */
export class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError'
}

export function parseExpression(source: string): Expression {
  if (nestsTooDeeply(source)) throw new ExpressionSyntaxError('it nests too deeply')
  const tree = parse(source)
  const rest = source.slice(tree.end).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const [more] = /\S/.exec(rest) ?? []
  if (more !== undefined) throw new ExpressionSyntaxError(`expected one expression, found "${rest.trim().slice(0, 20)}" after it`)
  return tree
}

function parse(source: string): Expression {
  try {
    return parseExpressionAt(source, 0, { ecmaVersion: 2023, preserveParens: true })
  } catch (error) {
    if (error instanceof RangeError) throw new ExpressionSyntaxError('it nests too deeply')
    if (!(error instanceof SyntaxError)) throw error
    throw new ExpressionSyntaxError(
      error.message.replace(/ \((\d+):(\d+)\)$/, (_, line, column) => ` at ${line}:${Number(column) + 1}`),
    )
  }
}

/** A name that an expression uses and does not define, and the member of it that it reads, if that stands there. */
export interface FreeName {
  readonly name: string
  readonly member: string | undefined
}

export function freeNames(source: string): FreeName[] {
  const root = parseExpression(source)
  const nodes = descendants(root)
  const defined = new Set(nodes.flatMap(definedBy))
  const found = new Map<string, FreeName>()
  const add = (name: string, member?: string) => {
    if (!defined.has(name)) found.set(`${name}.${member ?? ''}`, { name, member })
  }
  if (root.type === 'Identifier') add(nameOf(root))
  for (const node of nodes) {
    if (node.type === 'ImportExpression') add('import')
    if (node.type === 'MemberExpression' && child(node, 'object')?.type === 'Identifier') {
      const property = child(node, 'property')
      add(nameOf(child(node, 'object')), computed(node) ? literalText(property) : nameOf(property))
    } else {
      for (const name of usedBy(node)) add(name)
    }
  }
  return [...found.values()]
}

/** The identifiers that a node reads itself, apart from the names of members and labels. */
function usedBy(node: Node): string[] {
  return childrenOf(node).flatMap(([role, inner]) => {
    if (inner.type !== 'Identifier') return []
    const isName = ['params', 'param', 'id', 'label'].includes(role) || (['property', 'key'].includes(role) && !computed(node))
    return isName ? [] : [nameOf(inner)]
  })
}

function definedBy(node: Node): string[] {
  return childrenOf(node).flatMap(([role, inner]) => (['params', 'id', 'param'].includes(role) ? patternNames(inner) : []))
}

function patternNames(node: Node): string[] {
  if (node.type === 'Identifier') return [nameOf(node)]
  return childrenOf(node).flatMap(([role, inner]) => {
    const isDefault = node.type === 'AssignmentPattern' && role === 'right'
    return isDefault || role === 'key' ? [] : patternNames(inner)
  })
}

/** A node and what it holds, in the order of the text; without recursion, as what the parser reads may nest deeper than that. */
function descendants(root: Node): Node[] {
  const found: Node[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node)
    for (const [, inner] of childrenOf(node).reverse()) open.push(inner)
  }
  return found
}

function childrenOf(node: Node): [role: string, child: Node][] {
  return Object.entries(node).flatMap(([role, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((inner): [string, Node][] => (isNode(inner) ? [[role, inner]] : [])),
  )
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function child(node: Node, role: string): Node | undefined {
  const value: unknown = Reflect.get(node, role)
  return isNode(value) ? value : undefined
}

function nameOf(node: Node | undefined): string {
  return String(node && Reflect.get(node, 'name'))
}

function computed(node: Node): boolean {
  return Reflect.get(node, 'computed') === true
}

function literalText(node: Node | undefined): string | undefined {
  const value: unknown = node?.type === 'Literal' ? Reflect.get(node, 'value') : undefined
  return typeof value === 'string' ? value : undefined
}
