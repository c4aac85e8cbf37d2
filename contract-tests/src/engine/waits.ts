import type { ConformanceReport } from './conformance-report.ts'

/** What a run waited for, as its report says it. */
export interface Waits {
  readonly note: (reason: string, wait: { readonly durationMs: number; readonly check: string }) => void
  readonly list: () => ConformanceReport['waited']
}

/** Starts to note waits. Those of different lanes overlap, so that their sum may be more than the run took. */
export function createWaits(): Waits {
  const noted = new Map<string, { durationMs: number; readonly checks: Set<string> }>()
  return {
    note: (reason, { check, durationMs }) => {
      const { checks, durationMs: before } = noted.get(reason) ?? { checks: new Set<string>(), durationMs: 0 }
      noted.set(reason, { durationMs: before + durationMs, checks: checks.add(check) })
    },
    list: () =>
      [...noted].map(([reason, { checks, durationMs }]) => ({
        reason,
        durationMs: Math.round(durationMs),
        checks: [...checks],
      })),
  }
}
