/** Writes an instant as RFC 9110, section 5.6.7, has it; the seconds are rounded down. */
export function httpDate(instant: number): string {
  return new Date(instant).toUTCString()
}

/** The same of a clock, written anew only when the second is another one. */
export function createDateHeader(now: () => number): () => string {
  let second = Number.NaN
  let text = ''
  return () => {
    const current = Math.floor(now() / 1000)
    if (current !== second) {
      second = current
      text = httpDate(current * 1000)
    }
    return text
  }
}
