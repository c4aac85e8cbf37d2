type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

/**
 * Describes where a text that `JSON.parse` has refused stops being JSON. Unlike the messages of `JSON.parse`, the text is
 * the same on every engine.
 */
export function describeJsonFault(text: string): string {
  const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y
  const open: string[] = []
  let expected: Expected = 'value'
  for (let position = afterSpace(text, 0); position < text.length; position = afterSpace(text, position)) {
    const mark = text.charAt(position)
    const next = afterToken({ mark, expected, open })
    const end = endOfToken(text, { literal, position })
    if (next === undefined || end === undefined)
      return `found ${JSON.stringify(wholeCharacter(text, position))} at position ${position}`
    expected = next
    position = end
  }
  return text.trim() === '' ? 'found nothing' : 'found text that ends early'
}

function afterToken(token: {
  readonly mark: string
  readonly expected: Expected
  readonly open: string[]
}): Expected | undefined {
  const { expected, mark, open } = token
  const inside = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end')
  if (mark === ':') return expected === 'colon' ? 'value' : undefined
  if (mark === ',') {
    if (expected !== 'comma or end') return undefined
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  if (mark === ']' || mark === '}') {
    if (!expected.endsWith('or end') || open.pop() !== (mark === ']' ? '[' : '{')) return undefined
    return inside()
  }
  if (expected === 'name' || expected === 'name or end') return mark === '"' ? 'colon' : undefined
  if (expected !== 'value' && expected !== 'value or end') return undefined
  if (mark !== '[' && mark !== '{') return inside()
  open.push(mark)
  return mark === '{' ? 'name or end' : 'value or end'
}

/** The end of the token at a position; undefined if there is none. An unterminated string ends with the text. */
function endOfToken(text: string, at: { readonly literal: RegExp; readonly position: number }): number | undefined {
  const { literal, position } = at
  const mark = text.charAt(position)
  if ('[]{},:'.includes(mark)) return position + 1
  if (mark === '"') return endOfString(text, position + 1)
  literal.lastIndex = position
  return literal.test(text) ? literal.lastIndex : undefined
}

function endOfString(text: string, start: number): number | undefined {
  const sequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|$)/y
  for (let position = start; position < text.length; position += 1) {
    const character = text.charAt(position)
    if (character === '"') return position + 1
    if (character < ' ') return undefined
    if (character !== '\\') continue
    sequence.lastIndex = position
    if (!sequence.test(text)) return undefined
    position = sequence.lastIndex - 1
  }
  return text.length
}

function afterSpace(text: string, start: number): number {
  let position = start
  while (position < text.length && ' \t\n\r'.includes(text.charAt(position))) position += 1
  return position
}

function wholeCharacter(text: string, position: number): string {
  return String.fromCodePoint(text.codePointAt(position) ?? 0xfffd)
}
