import type { Problem } from '../schema/check.ts'
import { type Place, repetitions, select, selectText, undefinedNames } from './select.ts'

/** The values that must be unique, in the whole world or within one place. */
const uniqueValues: Readonly<Record<string, readonly string[]>> = {
  '': [
    'organizations.*.id',
    'organizations.*.toolHostingKeys.*.key',
    'workspaces.*.id',
    'workspaces.*.workflows.*.flowId',
    'workspaces.*.workflows.*.key',
  ],
  'organizations.*': ['toolHostingKeys.*.name', 'toolsets.*.id', 'environments.*.name'],
  'organizations.*.toolsets.*': ['versions.*.version'],
  'organizations.*.toolsets.*.versions.*': ['tools.*.name'],
  'organizations.*.toolsets.*.versions.*.tools.*': ['parameters.*.name'],
  'workspaces.*': ['registries.*.name'],
  'workspaces.*.workflows.*': ['parameters.*.name', 'steps.*.id'],
}

/** Finds mistakes that no schema can find: names that occur twice or are undefined. Other parts of the world may be invalid. */
export function findContradictions(world: unknown): Problem[] {
  const root: Place = { value: world, path: [] }
  const flowIds = texts(root, 'workspaces.*.workflows.*.flowId')
  return [
    ...Object.entries(uniqueValues).flatMap(([around, patterns]) =>
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

const takers = ['organizations.*.toolsets.*.versions.*.tools.*', 'workspaces.*.workflows.*']

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
    ...select(organization, 'toolsets.*').flatMap((toolset) => {
      const versions = { what: 'version', known: texts(toolset, 'versions.*.version') }
      return select(toolset, 'published').flatMap(({ path, value }) =>
        Object.entries(Object(value)).flatMap(([environment, version]) => [
          ...undefinedNames([{ value: environment, path: [...path, environment] }], environments),
          ...(typeof version === 'string' ? undefinedNames([{ value: version, path: [...path, environment] }], versions) : []),
        ]),
      )
    }),
  ]
}

/** Finds registries with an unknown key, and steps with an unknown tool. */
function findInWorkspace(workspace: Place, root: Place): Problem[] {
  const ownRegistries = select(workspace, 'registries.*').filter(isOwnRegistry)
  const keys = { what: 'tool-hosting key', known: texts(root, 'organizations.*.toolHostingKeys.*.key') }
  const uses = select(workspace, 'workflows.*.steps.*.useTool')
  return [
    ...ownRegistries.flatMap((registry) => undefinedNames(selectText(registry, 'apiKey'), keys)),
    ...uses.flatMap((use) => findInToolUse(use, workspace, root)),
  ]
}

/** Returns whether a registry is this server. The keys and tools of other servers are unknown. */
function isOwnRegistry(registry: Place): boolean {
  return select(registry, 'manifestUrl').length === 0
}

function findInToolUse(use: Place, workspace: Place, root: Place): Problem[] {
  if (select(workspace, 'registries').length === 0) return [{ path: use.path, message: noRegistries }]

  const registries = select(workspace, 'registries.*')
  const [registry] = selectText(use, 'registry')
  // A registry that is added while the world runs may belong to another server.
  const isAddedLater = registries.length === 0
  const hasToolsets = texts(root, 'organizations.*.toolsets.*.id').length > 0
  if (isAddedLater && (registry !== undefined || !hasToolsets)) return []

  const names = texts(workspace, 'registries.*.name')
  if (registry !== undefined && !names.includes(registry.value)) {
    return undefinedNames([registry], { what: 'registry', known: names })
  }

  const foreignNames = registries.filter((each) => !isOwnRegistry(each)).flatMap((each) => texts(each, 'name'))
  const mayBeForeign = foreignNames.some((name) => (registry?.value ?? name) === name)
  return mayBeForeign ? [] : findUnknownTool(use, root)
}

const noRegistries =
  'the workspace has no registries, so no tool; add them, or write "registries: []" if they are added while the world runs'

function findUnknownTool(use: Place, root: Place): Problem[] {
  const [id] = selectText(use, 'toolset')
  if (id === undefined) return []

  const toolsets = select(root, 'organizations.*.toolsets.*')
  const matching = toolsets.filter((toolset) => texts(toolset, 'id').includes(id.value))
  if (matching.length === 0) {
    const ids = toolsets.flatMap((toolset) => texts(toolset, 'id'))
    return undefinedNames([id], { what: 'tool set', known: ids })
  }

  const tools = matching.flatMap((toolset) => texts(toolset, 'versions.*.tools.*.name'))
  return undefinedNames(selectText(use, 'tool'), {
    what: `tool of tool set "${id.value}" called`,
    known: [...new Set(tools)],
  })
}

function texts(from: Place, pattern: string): string[] {
  return selectText(from, pattern).map(({ value }) => value)
}
