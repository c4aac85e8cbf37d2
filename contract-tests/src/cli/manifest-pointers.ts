import { isContainer, isObject } from '../rules/expectations.ts'
import { escapePointerToken, select } from '../target/select.ts'
import type { DeclaredFixtures } from '../target/target.ts'

type ManifestPointers = DeclaredFixtures['manifest']

/** The names that members of a tool set have on some servers. */
const versionPattern = /version|^ver$|^v$/i
const toolsPattern = /tools|functions|^fns$|actions/i

/** The members that may have the name of a tool set or a tool, with the best choice first. */
const toolsetNameMembers = ['id', 'name', 'slug', 'key', 'title']
const toolNameMembers = ['name', 'id', 'slug', 'key', 'title']

/** Finds the JSON pointers to tool sets, names, versions and tools in a manifest, which no document states (MAN-BODY). */
export function findManifestPointers(manifest: unknown): ManifestPointers | undefined {
  for (const collection of listCollections(manifest)) {
    const pointers = describeToolsets(collection)
    if (pointers !== undefined) return pointers
  }
  return undefined
}

/** Returns the pointers of a collection whose first item looks like a tool set: it has a version and tools. */
function describeToolsets({ isList, items, pointer }: Collection): ManifestPointers | undefined {
  const toolset = items.find(isObject)
  if (toolset === undefined) return undefined

  const members = Object.keys(toolset)
  const version = members.find((member) => versionPattern.test(member))
  // A member such as `toolsUrl` has no tools.
  const tools = members.find((member) => toolsPattern.test(member) && isContainer(toolset[member]))
  if (version === undefined || tools === undefined) return undefined

  const toolsets = `${pointer}/*`
  const tool = `/${escapePointerToken(tools)}/*${describeToolName(toolset[tools])}`
  const pointers = { toolsets, version: `/${escapePointerToken(version)}`, tool }
  // In an object, the name of the member is that of the tool set.
  return isList ? { ...pointers, name: `/${findNameMember(toolset, toolsetNameMembers)}` } : pointers
}

/** Returns the rest of the selector of the tools: the member with the name of a tool, or `#` for the name of its member. */
function describeToolName(tools: unknown): string {
  if (isObject(tools)) return '#'

  const [tool] = Array.isArray(tools) ? tools : []
  return isObject(tool) ? `/${findNameMember(tool, toolNameMembers)}` : ''
}

function findNameMember(item: Readonly<Record<string, unknown>>, members: readonly string[]): string {
  return members.find((member) => typeof item[member] === 'string') ?? 'name'
}

/** A list, or an object whose members are all objects. */
interface Collection {
  readonly pointer: string
  readonly items: readonly unknown[]
  readonly isList: boolean
}

/** Lists the collections in a JSON value, the outermost first. */
function listCollections(value: unknown, pointer = ''): Collection[] {
  if (Array.isArray(value)) return [{ pointer, items: value, isList: true }]
  if (!isObject(value)) return []

  const items = Object.values(value)
  const own = items.every(isObject) ? [{ pointer, items, isList: false }] : []
  const nested = Object.entries(value).flatMap(([name, child]) => {
    return listCollections(child, `${pointer}/${escapePointerToken(name)}`)
  })
  return [...own, ...nested]
}

/** Lists each tool of a manifest, with its tool set and the version of the tool set. */
export function listTools(manifest: unknown, pointers: ManifestPointers): DeclaredFixtures['registry']['listed'] {
  const { name, tool = '', toolsets, version = '' } = pointers

  return select(manifest, toolsets).flatMap((toolset) => {
    const readText = (pointer: string): string => String(select(toolset.value, pointer)[0]?.value ?? '')
    const toolsetName = name === undefined ? toolset.name : readText(name)
    const tools = select(toolset.value, tool).map((selected) => String(selected.value))
    return tools.map((toolName) => ({ toolset: toolsetName, version: readText(version), tool: toolName }))
  })
}
