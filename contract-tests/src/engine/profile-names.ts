import type { ProfileName } from './conformance-report.ts'

/** The parts of the API that a target may claim separately. */
export const profileNames = [
  'run-sync',
  'run-async',
  'keys',
  'registry',
  'organization',
  'execute',
  'rate-limit',
] as const satisfies readonly ProfileName[]
