import { checkProfile } from '../core/check-profile.ts'
import { checkFault } from '../faults/check-fault.ts'
import type { DescribedOrganization, DescribedToolSet, DescribedWorkspace, DescribedWorld } from './described-world.ts'
import { namesOf, type Path, repetitions, unknownName } from './named-places.ts'
import type { ShapeProblem } from './shape.ts'
import { toolUseProblems } from './tool-use-problems.ts'

/** The mistakes in a world that its schema does not find: names that are taken or undefined, and impossible values. */
export function contradictions(world: DescribedWorld): ShapeProblem[] {
  const { faults = [], organizations = [], profile = {}, workspaces = [] } = world
  const keys = organizations.flatMap(({ toolHostingKeys = [] }, index) =>
    namesOf(toolHostingKeys, { path: ['organizations', index, 'toolHostingKeys'], member: 'key' }),
  )
  const workflowNames = (member: 'flowId' | 'key') =>
    workspaces.flatMap(({ workflows = [] }, index) => namesOf(workflows, { path: ['workspaces', index, 'workflows'], member }))
  return [
    ...repetitions(namesOf(organizations, { path: ['organizations'], member: 'id' })),
    ...repetitions(keys),
    ...organizations.flatMap((organization, index) => organizationProblems(organization, ['organizations', index])),
    ...repetitions(namesOf(workspaces, { path: ['workspaces'], member: 'id' })),
    ...repetitions(workflowNames('flowId')),
    ...repetitions(workflowNames('key')),
    ...workspaces.flatMap((workspace, index) => workspaceProblems(workspace, ['workspaces', index])),
    ...toolUseProblems(world),
    ...Object.entries(profile).flatMap(([name, value]) => refusal(['profile', name], () => checkProfile({ [name]: value }))),
    ...faults.flatMap((fault, index) => refusal(['faults', index], () => checkFault(fault))),
    ...namesOf(faults, { path: ['faults'], member: 'flowId' }).flatMap((place) =>
      unknownName(place, { what: 'workflow', known: workflowNames('flowId').map(({ name }) => name) }),
    ),
  ]
}

function organizationProblems(organization: DescribedOrganization, path: Path): ShapeProblem[] {
  const { environments = [], toolHostingKeys = [], toolSets = [] } = organization
  const profiles = environments.map(({ name }) => name)
  const environmentsAt = namesOf(toolHostingKeys, { path: [...path, 'toolHostingKeys'], member: 'environment' })
  return [
    ...repetitions(namesOf(toolHostingKeys, { path: [...path, 'toolHostingKeys'], member: 'name' })),
    ...environmentsAt.flatMap((place) => unknownName(place, { what: 'environment', known: profiles })),
    ...repetitions(namesOf(toolSets, { path: [...path, 'toolSets'], member: 'id' })),
    ...toolSets.flatMap((toolSet, index) => toolSetProblems(toolSet, { profiles, path: [...path, 'toolSets', index] })),
  ]
}

function toolSetProblems(
  { published = {}, versions }: DescribedToolSet,
  { path, profiles }: { readonly profiles: readonly string[]; readonly path: Path },
): ShapeProblem[] {
  const known = versions.map(({ version }) => version)
  return [
    ...repetitions(namesOf(versions, { path: [...path, 'versions'], member: 'version' })),
    ...versions.flatMap(({ tools }, index) => {
      const toolsAt = [...path, 'versions', index, 'tools']
      return [...repetitions(namesOf(tools, { path: toolsAt, member: 'name' })), ...parameterProblems(tools, toolsAt)]
    }),
    ...Object.entries(published).flatMap(([environment, version]) => {
      const at = [...path, 'published', environment]
      return [
        ...unknownName({ name: environment, path: at }, { what: 'environment', known: profiles }),
        ...unknownName({ name: version, path: at }, { what: 'version', known }),
      ]
    }),
  ]
}

function workspaceProblems({ registries = [], workflows = [] }: DescribedWorkspace, path: Path): ShapeProblem[] {
  const manifestUrls = namesOf(registries, { path: [...path, 'registries'], member: 'manifestUrl' })
  return [
    ...parameterProblems(workflows, [...path, 'workflows']),
    ...repetitions(namesOf(registries, { path: [...path, 'registries'], member: 'name' })),
    ...manifestUrls
      .filter(({ name }) => !URL.canParse(name))
      .map((place) => ({ path: place.path, message: `expected a URL of a manifest, found "${place.name}"` })),
  ]
}

function parameterProblems(holders: readonly { readonly parameters?: readonly object[] }[], path: Path): ShapeProblem[] {
  return holders.flatMap(({ parameters = [] }, index) =>
    repetitions(namesOf(parameters, { path: [...path, index, 'parameters'], member: 'name' })),
  )
}

function refusal(path: Path, check: () => void): ShapeProblem[] {
  try {
    check()
    return []
  } catch (error) {
    return [{ path, message: error instanceof Error ? error.message : String(error) }]
  }
}
