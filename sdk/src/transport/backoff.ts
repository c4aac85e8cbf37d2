const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000

/**
 * How long to wait before another attempt if the service does not say: a random time up to a bound that doubles with
 * each attempt (full jitter), so that clients that were refused together do not come back together.
 */
export function backoff(retries: number, random: () => number): number {
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** retries)
}
