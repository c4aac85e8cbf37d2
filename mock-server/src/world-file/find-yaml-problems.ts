import type { LocatedYaml } from '@wfhost/internal/located-yaml'
import { type Alias, isNode, isScalar, type Node, type Scalar, visit } from 'yaml'

export interface YamlProblem {
  readonly offset: number
  readonly message: string
}

/**
 * Finds YAML of a world file that is invalid, or whose data would differ from the text. For example, an integer with too many
 * digits would be rounded. Other checks make no sense for a document with such a problem.
 */
export function findYamlProblems(yaml: LocatedYaml): YamlProblem[] {
  const finder = new DataProblemFinder()
  // `visit` goes through the document in the order of its text. It calls `Value` for each scalar, map and sequence.
  visit(yaml.document, {
    Alias: (_key, alias) => finder.checkAlias(alias),
    Value: (_key, node) => finder.checkValue(node),
  })
  return [...findSyntaxProblems(yaml), ...finder.problems]
}

function findSyntaxProblems(yaml: LocatedYaml): YamlProblem[] {
  return yaml.document.errors.map((error) => ({
    offset: error.pos[0],
    // A message with a remedy, or else the message of the parser.
    message: yaml.describeRepeatedName(error) ?? messagesByCode[error.code] ?? error.message,
  }))
}

/** Finds problems of the nodes of a document, which it receives in the order of the text. */
class DataProblemFinder {
  readonly problems: YamlProblem[] = []
  /**
   * The last node so far with each anchor. The alias `*name` repeats the node with the anchor `&name`. Alias.resolve() would search
   * the whole document each time.
   */
  readonly #anchors = new Map<string, Node>()
  #aliasCount = 0

  checkAlias(alias: Alias): void {
    this.#aliasCount += 1
    // The time of the parser grows with the square of the number of aliases. The limit is reported once.
    const isFirstBeyondLimit = this.#aliasCount === maxAliases + 1
    if (isFirstBeyondLimit) this.#add(alias, tooManyAliasesMessage)

    this.#add(alias, findAliasProblem(alias, this.#anchors.get(alias.source)))
  }

  checkValue(node: Exclude<Node, Alias>): void {
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node)
    if (isScalar(node)) this.#add(node, findNumberProblem(node))
  }

  #add(node: Node, message: string | undefined): void {
    if (message !== undefined) this.problems.push({ offset: offsetOf(node), message })
  }
}

/** Finds an integer that JavaScript would round. A number with an exponent is accepted, because its digits are few. */
function findNumberProblem({ source = '', value }: Scalar): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || /e/i.test(source)) return undefined
  return `${source} has more digits than a number can hold; make it a string`
}

const maxAliases = 500
const tooManyAliasesMessage = `expected at most ${maxAliases} aliases, found more; write the values out`

const messagesByCode: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a world is one document; remove what begins with this ---',
  BLOCK_AS_IMPLICIT_KEY: 'what follows the second colon of this line needs quotes, or a line of its own',
}

/** Finds an alias without an anchor, and an alias inside the value that it refers to. */
function findAliasProblem(alias: Alias, node: Node | undefined): string | undefined {
  if (node === undefined) return `unknown anchor &${alias.source}`
  const [start, , end] = node.range ?? [0, 0, 0]
  const isInsideNode = start <= offsetOf(alias) && offsetOf(alias) < end
  return isInsideNode ? `*${alias.source} is inside the value that it refers to` : undefined
}

function offsetOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0
}
