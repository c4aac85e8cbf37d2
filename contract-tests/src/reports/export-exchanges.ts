import { formatHar } from './export-har.ts'
import { formatHurl } from './export-hurl.ts'

/** Writes the exchanges of a check for other tools. Secrets are variables, and long bodies are excerpts as in the report. */
export const exportFormats = { har: formatHar, hurl: formatHurl } as const
