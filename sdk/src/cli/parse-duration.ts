const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** Reads a duration such as `90s`, or milliseconds, and returns milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const { amount, unit = 'ms' } = /^(?<amount>\d+)(?<unit>ms|s|m|h)?$/.exec(text)?.groups ?? {}
  return amount === undefined ? undefined : Number(amount) * (UNITS[unit] ?? 1)
}
