import { type Token, tokenizer } from 'acorn'

const deepest = 200

/**
 * Whether an expression nests so deeply that the parser, which recurses, could overflow the stack. On some versions of Node
 * that ends the process. Counts too much rather than too little: every token that may open a level.
 */
export function nestsTooDeeply(source: string): boolean {
  // First, since the tokenizer recurses into the groups of a pattern.
  if (bracketsIn(source) > deepest) return true
  if (source.length <= deepest) return false
  return hasDeepTokens(source)
}

function bracketsIn(source: string): number {
  let deepestSoFar = 0
  let open = 0
  for (const letter of source) {
    if ('([{'.includes(letter)) open += 1
    else if (')]}'.includes(letter)) open = Math.max(0, open - 1)
    deepestSoFar = Math.max(deepestSoFar, open)
  }
  return deepestSoFar
}

/** The levels that were opened within one bracket. */
interface Level {
  /** Since the last comma or semicolon. */
  current: number
  /** In the whole bracket: each `else` contains the next one, with any code in between. */
  alternatives: number
}

function hasDeepTokens(source: string): boolean {
  const levels: Level[] = [{ current: 0, alternatives: 0 }]
  try {
    for (const token of tokenizer(source, { ecmaVersion: 2023 })) {
      applyToken(levels, token)
      if (depthOf(levels) > deepest) return true
    }
  } catch (error) {
    // The parser says what is wrong with it.
    if (!(error instanceof SyntaxError)) throw error
  }
  return false
}

function depthOf(levels: readonly Level[]): number {
  return levels.reduce((sum, { alternatives, current }) => sum + 1 + current + alternatives, -1)
}

const opening = ['(', '[', '{', '${']
const closing = [')', ']', '}']
const flat = ['.', '?.', 'name', 'num', 'string', 'regexp', 'template', '`', 'null', 'true', 'false', 'this', 'privateId', 'eof']
const nestingNames = ['async', 'await', 'yield']

function applyToken(levels: Level[], { type: { label }, value }: Token & { readonly value?: unknown }): void {
  const level = levels.at(-1)
  if (level === undefined) return
  if (opening.includes(label)) levels.push({ current: 0, alternatives: 0 })
  else if (closing.includes(label)) closeLevel(levels)
  else if (label === ',' || label === ';') level.current = 0
  else if (label === 'else') level.alternatives += 1
  else if (!flat.includes(label) || nestingNames.includes(String(value))) level.current += 1
}

function closeLevel(levels: Level[]): void {
  if (levels.length > 1) levels.pop()
}
