import type { SchemaProblem } from '@wfhost/internal/schema-problems'
import { findUndefinedNames, type Place, repetitions, select, selectText } from './select.ts'

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
export function findContradictions(world: unknown): SchemaProblem[] {
  const root: Place = { value: world, path: [] }
  const flowIds = selectTextValues(root, 'workspaces.*.workflows.*.flowId')
  return [
    ...findRepetitions(root),
    ...placesWithParameters.flatMap((pattern) => select(root, pattern)).flatMap(findUnknownArguments),
    ...select(root, 'organizations.*').flatMap(findInOrganization),
    ...select(root, 'workspaces.*').flatMap((workspace) => findInWorkspace(workspace, root)),
    ...findUndefinedNames(selectText(root, 'faults.*.flowId'), { what: 'workflow', known: flowIds }),
  ]
}

/** Finds values that must be unique and occur twice. */
function findRepetitions(root: Place): SchemaProblem[] {
  return Object.entries(uniqueValues).flatMap(([pattern, uniquePatterns]) => {
    const places = pattern === '' ? [root] : select(root, pattern)
    return places.flatMap((place) => uniquePatterns.flatMap((uniquePattern) => repetitions(selectText(place, uniquePattern))))
  })
}

/** The places of tools and workflows, which have parameters. */
const placesWithParameters = ['organizations.*.toolsets.*.versions.*.tools.*', 'workspaces.*.workflows.*']

function findUnknownArguments(place: Place): SchemaProblem[] {
  const parameters = { what: 'parameter', known: selectTextValues(place, 'parameters.*.name') }
  return ['cases.*.args', 'steps.*.cases.*.args'].flatMap((pattern) =>
    select(place, pattern).flatMap(({ path, value }) => {
      const names = Object.keys(Object(value)).map((name) => ({ value: name, path: [...path, name] }))
      return findUndefinedNames(names, parameters)
    }),
  )
}

/** Finds keys of an unknown environment profile, and publications to one or of an unknown version. */
function findInOrganization(organization: Place): SchemaProblem[] {
  const environments = { what: 'environment', known: selectTextValues(organization, 'environments.*.name') }
  const toolsets = select(organization, 'toolsets.*')

  return [
    ...findUndefinedNames(selectText(organization, 'toolHostingKeys.*.environment'), environments),
    ...toolsets.flatMap((toolset) => findInPublications(toolset, environments)),
  ]
}

function findInPublications(toolset: Place, environments: { readonly what: string; readonly known: string[] }): SchemaProblem[] {
  const versions = { what: 'version', known: selectTextValues(toolset, 'versions.*.version') }
  const publications = select(toolset, 'published').flatMap(({ path, value }) =>
    Object.entries(Object(value)).map(([environment, version]) => ({ environment, version, path: [...path, environment] })),
  )

  return publications.flatMap(({ environment, path, version }) => {
    const environmentProblems = findUndefinedNames([{ value: environment, path }], environments)
    if (typeof version !== 'string') return environmentProblems
    return [...environmentProblems, ...findUndefinedNames([{ value: version, path }], versions)]
  })
}

/** Finds registries with an unknown key, and steps with an unknown tool. */
function findInWorkspace(workspace: Place, root: Place): SchemaProblem[] {
  const ownRegistries = select(workspace, 'registries.*').filter(isOwnRegistry)
  const uses = select(workspace, 'workflows.*.steps.*.useTool')
  return [
    ...ownRegistries.flatMap((registry) => findUnknownKey(registry, root)),
    ...uses.flatMap((use) => findToolUseProblems(use, workspace, root)),
  ]
}

const unknownKey =
  'no organization has this tool-hosting key; add it to toolHostingKeys, or give the manifestUrl if the registry is another server'

/** Finds a key that no organization has. The message quotes no key, because this one can belong to a real server. */
function findUnknownKey(registry: Place, root: Place): SchemaProblem[] {
  const keys = selectTextValues(root, 'organizations.*.toolHostingKeys.*.key')
  const unknownKeys = selectText(registry, 'apiKey').filter(({ value }) => !keys.includes(value))
  return unknownKeys.map(({ path }) => ({ path, message: unknownKey }))
}

/** Returns whether a registry is this server. The keys and tools of other servers are unknown. */
function isOwnRegistry(registry: Place): boolean {
  return select(registry, 'manifestUrl').length === 0
}

/**
 * Finds the problems of a step that uses a tool of a registry. The workspace must declare the registry that the step names. A
 * tool set of this file must have the tool. The tools of another server are unknown here, so they are accepted.
 *
 * A place is a value in the file with its path. `select` returns the places below another one that match a pattern.
 */
function findToolUseProblems(use: Place, workspace: Place, root: Place): SchemaProblem[] {
  const declaresRegistries = select(workspace, 'registries').length > 0
  if (!declaresRegistries) return [{ path: use.path, message: noRegistries }]

  // Written as `registries: []`: the registries are added while the world runs.
  const registries = select(workspace, 'registries.*')
  if (registries.length === 0) return findProblemsWithLaterRegistries(use, root)

  // A step need not name a registry.
  const [registryOfStep] = selectText(use, 'registry')
  const declaredNames = selectTextValues(workspace, 'registries.*.name')
  const isUndeclared = registryOfStep !== undefined && !declaredNames.includes(registryOfStep.value)
  if (isUndeclared) return findUndefinedNames([registryOfStep], { what: 'registry', known: declaredNames })

  return mayUseOtherServer(registries, registryOfStep?.value) ? [] : findUnknownTool(use, root)
}

/**
 * Finds the problems of a step that uses a tool, if the registries are added later. A registry that the step names can then
 * have any tool. A step without a name uses the tool sets of this file, if there are any.
 */
function findProblemsWithLaterRegistries(use: Place, root: Place): SchemaProblem[] {
  const namesRegistry = selectText(use, 'registry').length > 0
  const declaresToolsets = selectTextValues(root, 'organizations.*.toolsets.*.id').length > 0
  return !namesRegistry && declaresToolsets ? findUnknownTool(use, root) : []
}

/** Returns whether a step may use a tool of another server. A step without the name of a registry may use each of them. */
function mayUseOtherServer(registries: readonly Place[], registryName: string | undefined): boolean {
  const otherServers = registries.filter((registry) => !isOwnRegistry(registry))
  const namesOfOtherServers = otherServers.flatMap((registry) => selectTextValues(registry, 'name'))
  if (registryName === undefined) return namesOfOtherServers.length > 0
  return namesOfOtherServers.includes(registryName)
}

const noRegistries =
  'the workspace has no registries, so no tool; add them, or write "registries: []" if they are added while the world runs'

function findUnknownTool(use: Place, root: Place): SchemaProblem[] {
  const [id] = selectText(use, 'toolset')
  if (id === undefined) return []

  const toolsets = select(root, 'organizations.*.toolsets.*')
  const matching = toolsets.filter((toolset) => selectTextValues(toolset, 'id').includes(id.value))
  if (matching.length === 0) {
    const ids = toolsets.flatMap((toolset) => selectTextValues(toolset, 'id'))
    return findUndefinedNames([id], { what: 'tool set', known: ids })
  }

  const tools = matching.flatMap((toolset) => selectTextValues(toolset, 'versions.*.tools.*.name'))
  return findUndefinedNames(selectText(use, 'tool'), {
    what: `tool of tool set "${id.value}" called`,
    known: [...new Set(tools)],
  })
}

/** Returns the texts at the places below another one that match a pattern, without their paths. */
function selectTextValues(from: Place, pattern: string): string[] {
  return selectText(from, pattern).map(({ value }) => value)
}
