/** The fields of a tool registry of a workspace (ENTRY-FIELDS). */
export interface RegistryEntrySeed {
  /** Any label, such as the name of the organization. */
  readonly name: string
  readonly manifestUrl: string
  /** The tool-hosting key of the environment to run against. */
  readonly apiKey: string
}

/** A tool set in the manifest that was read last. */
export interface SyncedToolSet {
  readonly id: string
  readonly version: string | undefined
  readonly tools: readonly string[]
}

/** The manifest that was read last. */
export interface SyncedManifest {
  readonly executeUrl: string
  readonly toolSets: readonly SyncedToolSet[]
}

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
