/** The kinds of text that the editor colours. */
export type TokenKind = 'comment' | 'key' | 'string' | 'literal' | 'plain'

export interface Token {
  readonly kind: TokenKind
  readonly text: string
}

/** The first matching rule applies. Each rule matches at the position where the previous token ended. */
const RULES: readonly { readonly kind: TokenKind; readonly pattern: RegExp }[] = [
  { kind: 'plain', pattern: /\s+/y },
  { kind: 'comment', pattern: /#.*/y },
  { kind: 'key', pattern: /(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w$./-]+)(?=:(?:\s|$))/y },
  { kind: 'string', pattern: /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?/y },
  { kind: 'literal', pattern: /(?:true|false|null|~|-?\d+(?:\.\d+)?)(?=[\s,\]}]|$)/y },
  { kind: 'plain', pattern: /[-:,[\]{}&*|>?]/y },
  { kind: 'string', pattern: /[^\s#,[\]{}:][^#,[\]{}:]*(?:[:#](?=\S)[^#,[\]{}:]*)*/y },
]

/** Splits a line of YAML into parts with a colour. It is for the eye: a value over several lines has the colour of plain text. */
export function highlightYaml(line: string): readonly Token[] {
  const tokens: Token[] = []
  let position = 0
  while (position < line.length) {
    const token = readToken(line, position)
    tokens.push(token)
    position += token.text.length
  }
  return tokens
}

function readToken(line: string, position: number): Token {
  for (const { kind, pattern } of RULES) {
    pattern.lastIndex = position
    const [text = ''] = pattern.exec(line) ?? []
    if (text !== '') return { kind, text }
  }
  return { kind: 'plain', text: line.slice(position, position + 1) }
}
