import { exportHar } from './export-har.ts'
import { exportHurl } from './export-hurl.ts'

/** Writes the exchanges of a check for other tools. Secrets are variables, and long bodies are excerpts as in the report. */
export const exportFormats = { har: exportHar, hurl: exportHurl } as const
