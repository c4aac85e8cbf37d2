/** Formats a time as an HTTP date (RFC 9110, section 5.6.7), rounded down to seconds. */
export function httpDate(instant: number): string {
  return new Date(instant).toUTCString()
}

/** Creates a function that formats the time of a clock, at most once per second. */
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
