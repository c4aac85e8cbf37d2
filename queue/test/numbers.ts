/** Inputs with a number each. */
export function* numbers(count: number): Generator<{ readonly n: number }> {
  for (let n = 0; n < count; n += 1) yield { n }
}
