import type { LocatedYaml } from '@wfhost/internal/located-yaml'
import { type Alias, isNode, isScalar, type Node, type Scalar, visit } from 'yaml'

export interface YamlProblem {
  readonly offset: number
  readonly message: string
}

/**
 * Finds YAML of a world file that is invalid, or whose data would differ from the text. For example, an integer with too many
 * digits would be rounded, and an alias inside its own anchor would never end. Other checks make no sense for a document with
 * such a problem.
 */
export function findYamlProblems(yaml: LocatedYaml): YamlProblem[] {
  const { document } = yaml
  const problems: YamlProblem[] = document.errors.map((error) => ({
    offset: error.pos[0],
    // A message with a remedy, or else the message of the parser.
    message: yaml.describeRepeatedName(error) ?? remediesByCode[error.code] ?? error.message,
  }))

  // In YAML, `*name` is an alias of the value that has the last anchor `&name` before it. The visit is in the order of the text,
  // so the map has exactly the anchors before an alias. Alias.resolve() would search the whole document each time.
  const anchors = new Map<string, Node>()
  let aliasCount = 0

  function addProblem(node: Node, message: string | undefined): void {
    if (message !== undefined) problems.push({ offset: offsetOf(node), message })
  }

  visit(document, {
    Alias: (_key, alias) => {
      aliasCount += 1
      // The time of the parser grows with the square of the number of aliases. The limit is reported once, and not for each
      // further alias.
      const isFirstBeyondLimit = aliasCount === maxAliases + 1
      if (isFirstBeyondLimit) addProblem(alias, tooManyAliases)

      addProblem(alias, findAliasProblem(alias, anchors.get(alias.source)))
    },

    // `visit` calls this for each scalar, map and sequence.
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      if (isScalar(node)) addProblem(node, findNumberProblem(node))
    },
  })
  return problems
}

/** Finds an integer that JavaScript would round. A number with an exponent is accepted, because its digits are few. */
function findNumberProblem({ source = '', value }: Scalar): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || /e/i.test(source)) return undefined
  return `${source} has more digits than a number can hold; make it a string`
}

const maxAliases = 500
const tooManyAliases = `expected at most ${maxAliases} aliases, found more; write the values out`

const remediesByCode: Readonly<Record<string, string>> = {
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
