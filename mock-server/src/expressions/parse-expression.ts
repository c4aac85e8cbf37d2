import { type Expression, type Node, parseExpressionAt } from 'acorn'
import { nestsTooDeeply } from './nests-too-deeply.ts'

/** A text is not a single JavaScript expression. The message has the line and the column. */
export class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError'
}

/**
 * Parses a text as a single JavaScript expression. Comments may follow it.
 *
 * @throws {ExpressionSyntaxError} for any other text.
 */
export function parseExpression(source: string): Expression {
  if (nestsTooDeeply(source)) throw new ExpressionSyntaxError('it nests too deeply')
  const expression = parseStart(source)

  const rest = source
    .slice(expression.end)
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .trim()
  if (rest !== '') throw new ExpressionSyntaxError(`expected one expression, found "${rest.slice(0, 20)}" after it`)
  return expression
}

/** Parses the expression at the start of a text. */
function parseStart(source: string): Expression {
  try {
    return parseExpressionAt(source, 0, { ecmaVersion: 2023, preserveParens: true })
  } catch (error) {
    // The parser recurses, so deep nesting overflows its stack.
    if (error instanceof RangeError) throw new ExpressionSyntaxError('it nests too deeply')
    if (error instanceof SyntaxError) throw new ExpressionSyntaxError(formatPosition(error.message))
    throw error
  }
}

/** Writes the position in a message of acorn as editors do: columns start at 1. */
function formatPosition(message: string): string {
  return message.replace(/ \((\d+):(\d+)\)$/, (_, line, column) => ` at ${line}:${Number(column) + 1}`)
}

/** A name that an expression uses without defining it, and the member of it that the expression reads. */
export interface FreeName {
  readonly name: string
  /** Undefined if the expression uses the whole value, or if a computed member is not a text. */
  readonly member: string | undefined
}

/** Lists the names that an expression uses without defining them, each combination with a member once. */
export function listFreeNames(source: string): FreeName[] {
  const root = parseExpression(source)
  const nodes = listDescendants(root)
  const defined = new Set(nodes.flatMap(listDefinedNames))

  const used = nodes.flatMap(listUsedNames)
  if (root.type === 'Identifier') used.unshift({ name: getName(root), member: undefined })

  const free = new Map<string, FreeName>()
  for (const use of used) {
    if (!defined.has(use.name)) free.set(`${use.name}.${use.member ?? ''}`, use)
  }
  return [...free.values()]
}

/** Lists the names that a node itself uses, without those of its descendants. */
function listUsedNames(node: Node): FreeName[] {
  if (node.type === 'ImportExpression') {
    return [{ name: 'import', member: undefined }, ...listReadIdentifiers(node)]
  }

  const object = getChild(node, 'object')
  const isMemberOfName = node.type === 'MemberExpression' && object?.type === 'Identifier'
  if (!isMemberOfName) return listReadIdentifiers(node)

  const property = getChild(node, 'property')
  if (!isComputed(node)) return [{ name: getName(object), member: getName(property) }]

  const used: FreeName[] = [{ name: getName(object), member: getLiteralText(property) }]
  if (property?.type === 'Identifier') used.push({ name: getName(property), member: undefined })
  return used
}

// The children of a node that define or name something, and read nothing.
const definingRoles = ['params', 'param', 'id']

/** Lists the identifiers that a node reads, apart from the names of members and labels. */
function listReadIdentifiers(node: Node): FreeName[] {
  const read: FreeName[] = []
  for (const [role, child] of listChildren(node)) {
    const isDefinition = definingRoles.includes(role) || role === 'label'
    const isMemberName = ['property', 'key'].includes(role) && !isComputed(node)
    if (child.type === 'Identifier' && !isDefinition && !isMemberName) read.push({ name: getName(child), member: undefined })
  }
  return read
}

function listDefinedNames(node: Node): string[] {
  const definitions = listChildren(node).filter(([role]) => definingRoles.includes(role))
  return definitions.flatMap(([, child]) => listPatternNames(child))
}

/** Lists the names that a pattern defines, such as a parameter or a destructured object. Default values define no names. */
function listPatternNames(node: Node): string[] {
  if (node.type === 'Identifier') return [getName(node)]
  return listChildren(node).flatMap(([role, inner]) => {
    const isDefault = node.type === 'AssignmentPattern' && role === 'right'
    return isDefault || role === 'key' ? [] : listPatternNames(inner)
  })
}

/**
 * Lists a node and all nodes inside it, in the order of the text. It does not recurse, because a tree can be deeper than the
 * stack of JavaScript.
 */
function listDescendants(root: Node): Node[] {
  const nodes: Node[] = []
  const pending = [root]
  let node = pending.pop()
  while (node !== undefined) {
    nodes.push(node)
    const children = listChildren(node).map(([, child]) => child)
    pending.push(...children.reverse())
    node = pending.pop()
  }
  return nodes
}

function listChildren(node: Node): [role: string, child: Node][] {
  const children: [role: string, child: Node][] = []
  for (const [role, value] of Object.entries(node)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isNode(item)) children.push([role, item])
    }
  }
  return children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function getChild(node: Node, role: string): Node | undefined {
  const value: unknown = Reflect.get(node, role)
  return isNode(value) ? value : undefined
}

function getName(node: Node | undefined): string {
  return String(node && Reflect.get(node, 'name'))
}

function isComputed(node: Node): boolean {
  return Reflect.get(node, 'computed') === true
}

function getLiteralText(node: Node | undefined): string | undefined {
  const value: unknown = node?.type === 'Literal' ? Reflect.get(node, 'value') : undefined
  return typeof value === 'string' ? value : undefined
}
