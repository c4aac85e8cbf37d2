/**
 * Lists variants of a payload that name no tool: one for each of the first three texts with this text changed, and one with
 * all texts changed. No document states which text of a payload names the tool (EXE-PAYLOAD).
 */
export function listUnknownToolPayloads(payload: unknown): unknown[] {
  const texts = new Set<string>()
  replaceTexts(payload, (text) => {
    texts.add(text)
    return text
  })

  const firstTexts = [...texts].slice(0, 3)
  const variants = firstTexts.map((changed) => replaceTexts(payload, (text) => (text === changed ? `${text}-x` : text)))
  return [...variants, replaceTexts(payload, () => 'no-such-name')]
}

/** Creates an execution with a longer text, in its payload and in the expected response. */
export function createOtherExecution<T extends { readonly payload: unknown; readonly expectedText: string }>(
  execution: T,
  suffix: string,
): T {
  const expectedText = execution.expectedText + suffix
  const payload = replaceTexts(execution.payload, (text) => text.replaceAll(execution.expectedText, expectedText))
  return { ...execution, payload, expectedText }
}

/** Returns a copy of a payload in which each text is replaced. */
export function replaceTexts(payload: unknown, replace: (text: string) => string): unknown {
  return JSON.parse(JSON.stringify(payload), (_name, value: unknown) => (typeof value === 'string' ? replace(value) : value))
}
