import type { Problem } from '../schema/check.ts'
import { type Place, repetitions, select, selectText, undefinedNames } from './select.ts'

/** What no two may have, in the whole world and within each place. */
const unique: Readonly<Record<string, readonly string[]>> = {
  '': [
    'organizations.*.id',
    'organizations.*.toolHostingKeys.*.key',
    'workspaces.*.id',
    'workspaces.*.workflows.*.flowId',
    'workspaces.*.workflows.*.key',
  ],
  'organizations.*': ['toolHostingKeys.*.name', 'toolSets.*.id', 'environments.*.name'],
  'organizations.*.toolSets.*': ['versions.*.version'],
  'organizations.*.toolSets.*.versions.*': ['tools.*.name'],
  'organizations.*.toolSets.*.versions.*.tools.*': ['parameters.*.name'],
  'workspaces.*': ['registries.*.name'],
  'workspaces.*.workflows.*': ['parameters.*.name', 'steps.*.id'],
}

/** The mistakes in a world that no schema can find: names that are taken or undefined. The world may be wrong elsewhere. */
export function findContradictions(world: unknown): Problem[] {
  const root: Place = { value: world, path: [] }
  const flowIds = texts(root, 'workspaces.*.workflows.*.flowId')
  return [
    ...Object.entries(unique).flatMap(([around, patterns]) =>
      (around === '' ? [root] : select(root, around)).flatMap((place) =>
        patterns.flatMap((pattern) => repetitions(selectText(place, pattern))),
      ),
    ),
    ...takers.flatMap((pattern) => select(root, pattern)).flatMap(findUnknownArguments),
    ...select(root, 'organizations.*').flatMap(findInOrganization),
    ...select(root, 'workspaces.*').flatMap((workspace) => findInWorkspace(workspace, root)),
    ...undefinedNames(selectText(root, 'faults.*.flowId'), { what: 'workflow', known: flowIds }),
  ]
}

const takers = ['organizations.*.toolSets.*.versions.*.tools.*', 'workspaces.*.workflows.*']

function findUnknownArguments(taker: Place): Problem[] {
  const parameters = { what: 'parameter', known: texts(taker, 'parameters.*.name') }
  return ['cases.*.args', 'steps.*.cases.*.args'].flatMap((pattern) =>
    select(taker, pattern).flatMap(({ path, value }) => {
      const names = Object.keys(Object(value)).map((name) => ({ value: name, path: [...path, name] }))
      return undefinedNames(names, parameters)
    }),
  )
}

function findInOrganization(organization: Place): Problem[] {
  const environments = { what: 'environment', known: texts(organization, 'environments.*.name') }
  return [
    ...undefinedNames(selectText(organization, 'toolHostingKeys.*.environment'), environments),
    ...select(organization, 'toolSets.*').flatMap((toolSet) => {
      const versions = { what: 'version', known: texts(toolSet, 'versions.*.version') }
      return select(toolSet, 'published').flatMap(({ path, value }) =>
        Object.entries(Object(value)).flatMap(([environment, version]) => [
          ...undefinedNames([{ value: environment, path: [...path, environment] }], environments),
          ...(typeof version === 'string' ? undefinedNames([{ value: version, path: [...path, environment] }], versions) : []),
        ]),
      )
    }),
  ]
}

/** Registries with an unknown key, and steps with an unknown tool. What other servers have is not known here. */
function findInWorkspace(workspace: Place, root: Place): Problem[] {
  const registries = select(workspace, 'registries.*')
  const own = registries.filter((registry) => select(registry, 'manifestUrl').length === 0)
  const keys = texts(root, 'organizations.*.toolHostingKeys.*.key')
  const foreign = registries.filter((registry) => !own.includes(registry)).flatMap((registry) => texts(registry, 'name'))
  const uses = select(workspace, 'workflows.*.steps.*.useTool')
  return [
    ...own.flatMap((registry) => undefinedNames(selectText(registry, 'apiKey'), { what: 'tool-hosting key', known: keys })),
    ...uses.flatMap((use) => {
      const [registry] = selectText(use, 'registry')
      const names = texts(workspace, 'registries.*.name')
      if (select(workspace, 'registries').length === 0) return [{ path: use.path, message: noRegistries }]
      // What is added while the world runs may belong to another server.
      if (registries.length === 0 && (registry !== undefined || texts(root, 'organizations.*.toolSets.*.id').length === 0))
        return []
      if (registry !== undefined && !names.includes(registry.value))
        return undefinedNames([registry], { what: 'registry', known: names })
      return foreign.some((name) => (registry?.value ?? name) === name) ? [] : findUnknownTool(use, root)
    }),
  ]
}

const noRegistries =
  'the workspace has no registries, so no tool; add them, or write "registries: []" if they are added while the world runs'

function findUnknownTool(use: Place, root: Place): Problem[] {
  const toolSets = select(root, 'organizations.*.toolSets.*')
  const [id] = selectText(use, 'toolSet')
  if (id === undefined) return []
  const found = toolSets.filter((toolSet) => texts(toolSet, 'id').includes(id.value))
  if (found.length === 0)
    return undefinedNames([id], { what: 'tool set', known: toolSets.flatMap((toolSet) => texts(toolSet, 'id')) })
  const tools = found.flatMap((toolSet) => texts(toolSet, 'versions.*.tools.*.name'))
  return undefinedNames(selectText(use, 'tool'), {
    what: `tool of tool set "${id.value}" called`,
    known: [...new Set(tools)],
  })
}

function texts(from: Place, pattern: string): string[] {
  return selectText(from, pattern).map(({ value }) => value)
}
