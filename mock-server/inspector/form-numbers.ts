/** The last instant that a Date can represent, in milliseconds since the epoch. */
const LAST_INSTANT = 8.64e15

/**
 * Reads the number in a field of a form.
 *
 * @throws {Error} with the name of the field if its text is not a number from 0.
 */
export function readNumber(name: string, text: string): number {
  const number = Number(text)
  const isValid = text.trim() !== '' && Number.isFinite(number) && number >= 0
  if (isValid) return number
  throw new Error(`${name}: expected a number from 0, found ${text || 'nothing'}`)
}

/** Reads the seconds of the window of a rate limit. Returns milliseconds. */
export function readWindow(text: string): number {
  const seconds = readNumber('Seconds', text)
  if (seconds === 0) throw new Error(`Seconds: expected more than 0, found ${text}`)
  return seconds * 1000
}

/** Reads the seconds of an advance of the clock, which must end at a date. Returns milliseconds. */
export function readAdvance(text: string, now: number): number {
  const seconds = readNumber('Seconds', text)
  const longest = Math.floor((LAST_INSTANT - now) / 1000)
  if (seconds > longest) throw new Error(`Seconds: expected at most ${longest}, found ${text}`)
  return seconds * 1000
}
