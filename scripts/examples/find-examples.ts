/** A code example in a text file. */
export interface Example {
  /** Line of the opening fence, from 1. */
  readonly line: number
  readonly code: string
  /** The reason given on the fence line for not running it. */
  readonly ignored?: string
}

const opening = /^(?<indent>\s*(?:\* ?)?)```ts\b(?<rest>.*)$/

/**
 * Finds the blocks fenced as `ts` in a README, or in the doc comments of a source file.
 * @throws SyntaxError for a block that is marked `ignore` without a reason, and for a fence that is not closed.
 */
export function findExamples(text: string): Example[] {
  const lines = text.split('\n')
  const examples: Example[] = []
  let at = 0
  while (at < lines.length) {
    const fence = opening.exec(lines[at] ?? '')
    at += 1
    if (!fence) continue
    const start = at
    const indent = fence.groups?.['indent'] ?? ''
    while (at < lines.length && stripIndent(lines[at] ?? '', indent).trim() !== '```') at += 1
    if (at === lines.length) throw new SyntaxError(`Cannot read the example on line ${start}: its fence is not closed`)
    const code = lines
      .slice(start, at)
      .map((line) => stripIndent(line, indent))
      .join('\n')
    examples.push({ line: start, code, ...readIgnore(fence.groups?.['rest'] ?? '', start) })
    at += 1
  }
  return examples
}

/** Takes off what the opening fence stands behind: spaces, or the star of a doc comment. */
function stripIndent(line: string, indent: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length)
  return line.startsWith(indent.trimEnd()) ? line.slice(indent.trimEnd().length) : line
}

function readIgnore(rest: string, line: number): { ignored?: string } {
  const [mark, ...reason] = rest.trim().split(/\s+/)
  if (mark !== 'ignore') return {}
  if (reason.length === 0) throw new SyntaxError(`Cannot ignore the example on line ${line}: no reason on its fence line`)
  return { ignored: reason.join(' ') }
}
