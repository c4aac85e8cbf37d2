/** The payload with another word for each of its first texts, one at a time, and for all of them: some of these name no tool. */
export function namingNothing(payload: unknown): unknown[] {
  const texts = new Set<string>()
  withTexts(payload, (text) => {
    texts.add(text)
    return text
  })
  // A text may have the names of a tool set and of its tool: then this one names another tool of it.
  const each = [...texts].slice(0, 3).map((one) => withTexts(payload, (text) => (text === one ? `${one}-x` : text)))
  return [...each, withTexts(payload, () => 'no-such-name')]
}

/** An execution whose payload has, where the text stands that its answer shows, this text with an end. */
export function worded<T extends { readonly payload: unknown; readonly shows: string }>(execution: T, end: string): T {
  const { payload, shows } = execution
  return { ...execution, payload: withTexts(payload, (text) => text.replaceAll(shows, shows + end)), shows: shows + end }
}

/** The payload with another text for each. */
export function withTexts(payload: unknown, change: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(payload), (_name, value: unknown) => (typeof value === 'string' ? change(value) : value))
}
