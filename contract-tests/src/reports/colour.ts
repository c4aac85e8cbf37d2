import type { CheckVerdict } from '../engine/conformance-report.ts'

/** Puts text in the colour of a verdict, bold or faint; without colour it leaves it as it is. */
export type Paint = (style: CheckVerdict | 'bold' | 'faint', text: string) => string

// The sixteen colours of a terminal only: its reader chose them, and so they are legible in light and dark.
const codes = { fail: 31, error: 35, warn: 33, blocked: 33, observed: 36, 'not-applicable': 2, pass: 32, bold: 1, faint: 2 }

/** A painter for a terminal. */
export function createPaint(colour: boolean): Paint {
  return (style, text) => (colour ? `\u001b[${codes[style]}m${text}\u001b[0m` : text)
}
