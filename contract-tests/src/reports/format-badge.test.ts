import { expect, test } from 'vitest'
import { createCleanReport, createSampleReport } from '../../test/reports/sample-report.ts'
import { formatBadge } from './format-badge.ts'

test.each([
  { report: createCleanReport(), message: 'conformant, 5 of 66 tested', color: 'brightgreen' },
  { report: createSampleReport(), message: 'non-conformant, 3 failed', color: 'red' },
  {
    report: { ...createSampleReport(), verdict: 'INCOMPLETE' as const },
    message: 'incomplete, 1 blocked',
    color: 'yellow',
  },
])('says $message in $color, and nothing that a server sent', ({ color, message, report }) => {
  expect(JSON.parse(formatBadge(report))).toEqual({ schemaVersion: 1, label: 'wfhost', message, color })
})
