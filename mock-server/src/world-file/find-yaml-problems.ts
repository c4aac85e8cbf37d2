import { type Alias, type Document, isNode, isScalar, type Node, type Scalar, visit } from 'yaml'

export interface YamlProblem {
  readonly offset: number
  readonly message: string
}

/** Finds what the data of a document would not be, or not as it is written; nothing else can be told of such a document. */
export function findYamlProblems(document: Document.Parsed): YamlProblem[] {
  const problems: YamlProblem[] = document.errors.map(({ code, message, pos: [offset] }) => ({
    offset,
    message: remedies[code] ?? message,
  }))
  // An alias stands for the last node before it with its name. Asking the alias would search the whole document each time.
  const anchors = new Map<string, Node>()
  let aliases = 0
  visit(document, {
    Alias: (_key, alias) => {
      aliases += 1
      if (aliases === mostAliases + 1) problems.push({ offset: offsetOf(alias), message: tooManyAliases })
      const message = problemOf(alias, anchors.get(alias.source))
      if (message !== undefined) problems.push({ offset: offsetOf(alias), message })
    },
    Value: (_key, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
      const message = isScalar(node) ? problemOfNumber(node) : undefined
      if (message !== undefined) problems.push({ offset: offsetOf(node), message })
    },
  })
  return problems
}

function problemOfNumber({ source = '', value }: Scalar): string | undefined {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || /e/i.test(source)) return undefined
  return `${source} has more digits than a number can hold; make it a string`
}

// The time that the parser takes grows with their square.
const mostAliases = 500
const tooManyAliases = `expected at most ${mostAliases} aliases, found more; write out what they stand for`

const remedies: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a world is one document; remove what begins with this ---',
  DUPLICATE_KEY: 'this name stands here for the second time; keep one of them',
  BLOCK_AS_IMPLICIT_KEY: 'what follows the second colon of this line needs quotes, or a line of its own',
}

function problemOf(alias: Alias, node: Node | undefined): string | undefined {
  if (node === undefined) return `nothing is called &${alias.source} above`
  const [start, , end] = node.range ?? [0, 0, 0]
  const within = start <= offsetOf(alias) && offsetOf(alias) < end
  return within ? `*${alias.source} stands in what it stands for` : undefined
}

function offsetOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0
}
