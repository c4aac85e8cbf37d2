import { createRedactor } from '@wfhost/internal/redaction'
import type { FaultState } from '../schema/state.ts'
import type { Fault } from './fault.ts'

/**
 * Returns faults for people to read. A fault can select requests by their key, and its body can contain one. Names replace the
 * keys, because messages and logs show faults.
 *
 * @param keyNames - The name of each key of the world.
 */
export function redactFaults(faults: readonly FaultState[], keyNames: ReadonlyMap<string, string>): readonly FaultState[] {
  const redactor = createRedactor(keyNames)

  return faults.map((state) => {
    // The redactor replaces texts by texts, so the copy is a fault, too.
    const fault = redactor.value(state.fault) as Fault
    const { key } = state.fault
    if (key === undefined) return { ...state, fault }

    // A key that the world does not have may belong to another server.
    return { ...state, fault: { ...fault, key: keyNames.get(key) ?? '[unknown]' } }
  })
}
