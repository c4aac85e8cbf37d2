import type { MockState } from '../schema/state.ts'
import { stateFileVersion } from '../schema/state.ts'
import { writeAtomically } from './write-atomically.ts'

/** Writes a state when it has changed. */
export interface StateFollower {
  /** Reports that the state may have changed; it is written soon, together with further changes. */
  readonly changed: () => void
  /** Writes pending changes, and stops. */
  readonly close: () => Promise<void>
}

const settleMs = 20

/**
 * Writes a state to its file now, and whenever it has changed.
 *
 * @throws {Error} if it cannot be written now. A later failure is reported, and the next change tries again.
 */
export async function followState(
  file: string,
  { report, take }: { readonly take: () => MockState; readonly report: (error: Error) => void },
): Promise<StateFollower> {
  let written: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: Promise<void> | undefined
  let again = false

  async function write(): Promise<void> {
    const text = `${JSON.stringify({ format: 'wfhost-mock state', version: stateFileVersion, state: take() })}\n`
    if (text === written) return
    await writeAtomically(file, text).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Cannot write the state to ${file}: ${why}`, { cause })
    })
    written = text
  }

  function start(): void {
    timer = undefined
    again = false
    writing = write()
      .catch(report)
      .finally(() => {
        writing = undefined
        if (again) changed()
      })
  }

  function changed(): void {
    if (writing !== undefined) again = true
    else timer ??= setTimeout(start, settleMs)
  }

  await write()
  return {
    changed,
    close: async () => {
      clearTimeout(timer)
      again = false
      await writing
      await write().catch(report)
    },
  }
}
