import { createPaint } from '@wfhost/internal/terminal-text'

// Users choose the basic colours of their terminals, so they are legible on light and dark backgrounds.
const CODES = { bold: 1, faint: 2, failed: 31, passed: 32, address: 36 }

/** The colour or the weight of a text on a terminal. */
export type TextStyle = keyof typeof CODES

/** A text with a style, or a plain text. */
export type StyledText = string | { readonly text: string; readonly style: TextStyle }

/** Creates a function that formats a styled text. Without colours, as in a file or with NO_COLOR, it returns the text alone. */
export function createFormatter(hasColours: boolean): (styled: StyledText) => string {
  const paint = createPaint(CODES, hasColours)
  return (styled) => (typeof styled === 'string' ? styled : paint(styled.style, styled.text))
}

/** Changes a text, and keeps its style. */
export function changeText(styled: StyledText, change: (text: string) => string): StyledText {
  return typeof styled === 'string' ? change(styled) : { ...styled, text: change(styled.text) }
}
