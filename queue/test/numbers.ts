/** Inputs with a number each. */
export function* numbers(count: number): Generator<{ readonly n: number }> {
  for (let n = 0; n < count; n += 1) yield { n }
}

export const flowId = 'order'

/** Names an input. */
export function key({ n }: { readonly n: number }): string {
  return `n${n}`
}
