import { type Alias, type Document, isNode, visit } from 'yaml'

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
  visit(document, {
    Alias: (_key, alias) => {
      const message = problemOf(alias, document)
      if (message !== undefined) problems.push({ offset: offsetOf(alias), message })
    },
    Scalar: (_key, scalar) => {
      const { source, value } = scalar
      if (!Number.isInteger(value) || Number.isSafeInteger(value) || /e/i.test(source ?? '')) return
      problems.push({ offset: offsetOf(scalar), message: `${source} has more digits than a number can hold; make it a string` })
    },
  })
  return problems
}

const remedies: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a world is one document; remove what begins with this ---',
  DUPLICATE_KEY: 'this name stands here for the second time; keep one of them',
  BLOCK_AS_IMPLICIT_KEY: 'what follows the second colon of this line needs quotes, or a line of its own',
}

function problemOf(alias: Alias, document: Document.Parsed): string | undefined {
  const node = alias.resolve(document)
  if (node === undefined) return `nothing is called &${alias.source} above`
  const [start, , end] = node.range ?? [0, 0, 0]
  const within = start <= offsetOf(alias) && offsetOf(alias) < end
  return within ? `*${alias.source} stands in what it stands for` : undefined
}

function offsetOf(node: unknown): number {
  return (isNode(node) && node.range?.[0]) || 0
}
