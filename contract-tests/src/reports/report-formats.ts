import type { ConformanceReport } from '../engine/conformance-report.ts'
import { formatGithubAnnotations } from './format-github-annotations.ts'
import { formatHtml } from './format-html.ts'
import { formatJson } from './format-json.ts'
import { formatJunit } from './format-junit.ts'
import { formatMarkdown } from './format-markdown.ts'
import { formatTerminal } from './format-terminal.ts'

export interface ReportFormat {
  readonly fileName: string
  readonly format: (report: ConformanceReport) => string
}

export const reportFormats = {
  json: { fileName: 'report.json', format: formatJson },
  html: { fileName: 'report.html', format: formatHtml },
  junit: { fileName: 'junit.xml', format: formatJunit },
  markdown: { fileName: 'report.md', format: formatMarkdown },
  'github-annotations': { fileName: 'annotations.txt', format: formatGithubAnnotations },
  terminal: { fileName: 'report.txt', format: (report) => formatTerminal(report) },
} as const satisfies Readonly<Record<string, ReportFormat>>

export function formatAll(report: ConformanceReport): Record<keyof typeof reportFormats, string> {
  const texts = Object.entries(reportFormats).map(([name, { format }]) => [name, format(report)])
  return Object.fromEntries(texts)
}
