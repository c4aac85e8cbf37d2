import type { StepBehaviour } from './behaviour.ts'
import type { DescribedToolSet, DescribedWorkspace, DescribedWorld } from './described-world.ts'
import { namesOf, type Path, unknownName } from './named-places.ts'
import type { ShapeProblem } from './shape.ts'

/** Registries with an unknown key, and steps with an unknown tool. What other servers have is not known here. */
export function toolUseProblems({ organizations = [], workspaces = [] }: DescribedWorld): ShapeProblem[] {
  const keys = organizations.flatMap(({ toolHostingKeys = [] }) => toolHostingKeys.flatMap(({ key }) => key ?? []))
  const toolSets = organizations.flatMap((organization) => organization.toolSets ?? [])
  return workspaces.flatMap((workspace, index) => [
    ...registryProblems(workspace, { keys, path: ['workspaces', index, 'registries'] }),
    ...(workspace.workflows ?? []).flatMap(({ steps = [] }, at) =>
      steps.flatMap((step, number) =>
        stepProblems(step, { workspace, toolSets, path: ['workspaces', index, 'workflows', at, 'steps', number, 'useTool'] }),
      ),
    ),
  ])
}

function registryProblems(
  { registries = [] }: DescribedWorkspace,
  { keys, path }: { readonly keys: readonly string[]; readonly path: Path },
): ShapeProblem[] {
  return namesOf(registries, { path, member: 'apiKey' })
    .filter((_place, index) => registries[index]?.manifestUrl === undefined)
    .flatMap((place) => unknownName(place, { what: 'tool-hosting key', known: keys }))
}

interface Surroundings {
  readonly workspace: DescribedWorkspace
  readonly toolSets: readonly DescribedToolSet[]
  readonly path: Path
}

function stepProblems({ useTool }: StepBehaviour, { path, toolSets, workspace }: Surroundings): ShapeProblem[] {
  const { registries = [] } = workspace
  if (useTool === undefined) return []
  const { registry, tool, toolSet } = useTool
  // A registry that is added while the world runs may belong to another server.
  if (registries.length === 0 && (registry !== undefined || toolSets.length === 0)) return []
  const names = registries.map(({ name }) => name)
  if (registry !== undefined && !names.includes(registry))
    return unknownName({ name: registry, path: [...path, 'registry'] }, { what: 'registry', known: names })
  if (registries.some(({ manifestUrl, name }) => manifestUrl !== undefined && (registry ?? name) === name)) return []
  const found = toolSets.filter(({ id }) => id === toolSet)
  if (found.length === 0)
    return unknownName({ name: toolSet, path: [...path, 'toolSet'] }, { what: 'tool set', known: toolSets.map(({ id }) => id) })
  const tools = found.flatMap(({ versions }) => versions.flatMap((version) => version.tools.map(({ name }) => name)))
  return unknownName(
    { name: tool, path: [...path, 'tool'] },
    { what: `tool of tool set "${toolSet}" called`, known: [...new Set(tools)] },
  )
}
