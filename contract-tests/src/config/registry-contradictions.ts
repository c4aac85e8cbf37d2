import type { ListedTool, RegistryFixture } from '../target/target.ts'
import type { Contradiction } from './contradiction.ts'

/**
 * Finds contradictions in the two lists of a registry fixture. `listed` has the tools that a manifest must list, and `notListed`
 * has the names of tool sets that it must not list.
 *
 * @param name - The fixture, such as `registry`.
 */
export function findRegistryContradictions(name: string, { listed, notListed }: RegistryFixture): Contradiction[] {
  const ofListed = listed.flatMap((entry, index) => {
    const problem = findEntryProblem(entry, { listed, index })
    return problem === undefined ? [] : [{ path: [name, 'listed', index, problem.member], message: problem.message }]
  })

  const ofNotListed = notListed.flatMap((toolset, index) => {
    if (!listed.some((entry) => entry.toolset === toolset)) return []

    const message = `expected a tool set that the manifest must not list, found ${toolset}, which fixtures.${name}.listed has; remove one of them`
    return [{ path: [name, 'notListed', index], message }]
  })
  return [...ofListed, ...ofNotListed]
}

/** The place of an entry in its list. */
interface EntryPlace {
  readonly listed: readonly ListedTool[]
  readonly index: number
}

/** A problem of an entry, and the member of the entry that it concerns. */
interface EntryProblem {
  readonly member: keyof ListedTool
  readonly message: string
}

/**
 * Finds the first problem of an entry of the list `listed`. An entry is a tool of a tool set in its published version, and may
 * name a tool that only another version has. This list has no problem:
 *
 * ```yaml
 * - { toolset: mail, version: 1.2.0, tool: send, otherVersionTool: draft }
 * - { toolset: mail, version: 1.2.0, tool: bounce }
 * ```
 *
 * The second entry would have a problem with another version, with the tool `send` again, or with `otherVersionTool: send`.
 */
function findEntryProblem(entry: ListedTool, { index, listed }: EntryPlace): EntryProblem | undefined {
  const toolsetEntries = listed.filter(({ toolset }) => toolset === entry.toolset)
  const earlierEntries = listed.slice(0, index).filter(({ toolset }) => toolset === entry.toolset)

  return (
    findOtherVersion(entry, earlierEntries) ??
    findRepeatedTool(entry, earlierEntries) ??
    findPublishedOtherVersionTool(entry, toolsetEntries)
  )
}

/** Finds a version that differs from an earlier entry of the tool set. Only one version of a tool set is published. */
function findOtherVersion({ toolset, version }: ListedTool, earlierEntries: readonly ListedTool[]): EntryProblem | undefined {
  const [firstEntry] = earlierEntries
  if (firstEntry === undefined || firstEntry.version === version) return undefined

  const message = `expected ${firstEntry.version}, the version of ${toolset} above, found ${version}; give the published version in both places`
  return { member: 'version', message }
}

/** Finds a tool that an earlier entry of the tool set has, too. */
function findRepeatedTool({ tool, toolset }: ListedTool, earlierEntries: readonly ListedTool[]): EntryProblem | undefined {
  if (!earlierEntries.some((entry) => entry.tool === tool)) return undefined
  return { member: 'tool', message: `expected each tool of ${toolset} once, found ${tool} again; remove one entry` }
}

/** Finds an `otherVersionTool` that the published version has, too. Then it could not show that another version is used. */
function findPublishedOtherVersionTool(
  { otherVersionTool }: ListedTool,
  toolsetEntries: readonly ListedTool[],
): EntryProblem | undefined {
  if (!toolsetEntries.some((entry) => entry.tool === otherVersionTool)) return undefined

  const message = `expected a tool that only another version has, found ${otherVersionTool}, which is listed, too; name another tool, or leave it out`
  return { member: 'otherVersionTool', message }
}
