import { CST, Lexer } from 'yaml'
import { deepestNesting } from '../core/json.ts'

/**
 * Finds the line at which YAML nests too deeply. The parser recurses, so this looks at its tokens first. Every level of a
 * block takes a column of its line, and every level of `[]` and `{}` a bracket: both together are at least the depth.
 */
export function findDeepNesting(text: string): { readonly line: number } | undefined {
  if (text.length <= deepestNesting) return undefined
  const place: Place = { line: 1, indent: 0, indicators: 0, brackets: [] }
  let isScalarNext = false
  let isLineStart = true
  for (const token of new Lexer().lex(text)) {
    const type = isScalarNext ? 'scalar' : CST.tokenType(token)
    isScalarNext = !isScalarNext && token === CST.SCALAR
    if (type === 'space' && isLineStart) place.indent = token.length
    applyToken(place, type)
    if (depthAt(place) > deepestNesting) return { line: place.line }
    isLineStart = token.endsWith('\n')
    if (isLineStart) startLine(place, token.split('\n').length - 1)
  }
  return undefined
}

interface Place {
  line: number
  /** The spaces before the first token of the line. */
  indent: number
  /** The indicators `-`, `?` and `:` on this line: each opens a level of a block. */
  indicators: number
  /** For each bracket that is open, the colons since its last comma: each but the first opens a level, too. */
  readonly brackets: number[]
}

function applyToken(place: Place, type: ReturnType<typeof CST.tokenType> | 'scalar'): void {
  const { brackets } = place
  const innermost = brackets.length - 1
  if (type === 'flow-seq-start' || type === 'flow-map-start') brackets.push(0)
  else if (type === 'flow-seq-end' || type === 'flow-map-end') brackets.pop()
  else if (type === 'comma' && innermost >= 0) brackets[innermost] = 0
  else if (type === 'map-value-ind' && innermost >= 0) brackets[innermost] = (brackets[innermost] ?? 0) + 1
  else if (type === 'map-value-ind' || type === 'seq-item-ind' || type === 'explicit-key-ind') place.indicators += 1
}

function depthAt({ brackets, indent, indicators }: Place): number {
  return brackets.reduce((sum, colons) => sum + Math.max(1, colons), indent + indicators)
}

function startLine(place: Place, lines: number): void {
  place.line += lines
  place.indent = 0
  place.indicators = 0
}
