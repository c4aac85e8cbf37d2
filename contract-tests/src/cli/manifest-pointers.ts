import { isObject } from '../rules/expectations.ts'
import { escapePointerToken, select } from '../target/select.ts'
import type { DeclaredFixtures } from '../target/target.ts'

/** Finds the JSON pointers to tool sets, names, versions and tools in a manifest, which no document states (MAN-BODY). */
export function findManifestPointers(manifest: unknown): DeclaredFixtures['manifest'] | undefined {
  for (const { items, pointer } of listLists(manifest)) {
    const [first] = items.filter(isObject)
    const tools = first === undefined ? undefined : Object.keys(first).find((name) => /tools/i.test(name))
    const version = first === undefined ? undefined : Object.keys(first).find((name) => /version/i.test(name))
    if (first === undefined || tools === undefined || version === undefined) continue

    const name = 'id' in first ? 'id' : 'name'
    const [tool] = Object.values(Object(first[tools]))
    const toolName = isObject(tool) ? '/name' : ''
    return { toolsets: `${pointer}/*`, name: `/${name}`, version: `/${version}`, tool: `/${tools}/*${toolName}` }
  }
  return undefined
}

interface ListAtPointer {
  readonly pointer: string
  readonly items: readonly unknown[]
}

/** Lists the arrays in a JSON value, the outermost first. */
function listLists(value: unknown, pointer = ''): ListAtPointer[] {
  if (Array.isArray(value)) return [{ pointer, items: value }]
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, child]) => listLists(child, `${pointer}/${escapePointerToken(name)}`))
}

/** Lists each tool of a manifest, with its tool set and the version of the tool set. */
export function listTools(manifest: unknown, pointers: DeclaredFixtures['manifest']): DeclaredFixtures['registry']['listed'] {
  const { name = '', tool = '', toolsets, version = '' } = pointers

  return select(manifest, toolsets).flatMap(({ value }) => {
    const readText = (pointer: string): string => String(select(value, pointer)[0]?.value ?? '')
    const tools = select(value, tool).map((selected) => String(selected.value))
    return tools.map((toolName) => ({ toolset: readText(name), version: readText(version), tool: toolName }))
  })
}
