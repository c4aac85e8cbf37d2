import type { SyncedManifest } from '../../schema/state.ts'
import type { RegistryEntrySeed } from '../../schema/world.ts'

/** A tool registry of a workspace, with its state. */
export interface RegistryEntry extends RegistryEntrySeed {
  /** Only an active entry offers its tools (ENTRY-ACTIVE). */
  active: boolean
  /** Whether it was added after the start. */
  readonly added: boolean
  synced: SyncedManifest | undefined
}

/** A tool that workflows of a workspace can use as a step. */
export interface OfferedTool {
  readonly registry: string
  readonly toolSet: string
  readonly tool: string
}

/** All tools that the active entries offer, in the order of the entries (ENTRY-STEPS). */
export function offeredTools(entries: Iterable<RegistryEntry>): OfferedTool[] {
  return Array.from(entries).flatMap(({ active, name, synced }) => {
    if (!active || synced === undefined) return []
    return synced.toolSets.flatMap(({ id, tools }) => tools.map((tool) => ({ registry: name, toolSet: id, tool })))
  })
}
