import { validate } from '../../schema/check.ts'
import { isInitiallyPublished, type WorkflowSeed, workflowSeedSchema } from '../../schema/workflow.ts'
import type { WorkspaceSeed } from '../../schema/world.ts'
import { MockStateError } from '../mock-state-error.ts'
import { randomKey } from '../random.ts'
import { addRegistry, getOwnManifestUrl } from '../registry/registry-entries.ts'
import { checkParameters } from '../requests/read-arguments.ts'
import { findWorkflow, findWorkspace } from '../world/find.ts'
import type { Workflow, Workspace, World } from '../world/world.ts'

/** Settings of the workflow service, outside the API. */
export interface WorkflowOperations {
  /** Adds a workflow to a workspace. To publish a workflow that is written in code, `publish` is shorter. */
  addWorkflow(workspaceId: string, workflow: WorkflowSeed): void
  /** Publishes a workflow and returns its key. The first publication creates the key, and later ones keep it (KEY-CREATED). */
  publishWorkflow(flowId: string): string
  /** Takes back the publication of a workflow. The workflow keeps its key for the next publication (FLOW-UNPUBLISHED). */
  unpublishWorkflow(flowId: string): void
  /** Archives a workflow. Its key stays valid, but it can no longer be run (FLOW-ARCHIVED). */
  archiveWorkflow(flowId: string): void
  /**
   * Takes a workflow out of the archive, and returns its state. That is the state before it was archived, or unpublished if
   * a state file does not have it.
   *
   * @throws {MockStateError} if the workflow is not archived, or does not exist.
   */
  restoreWorkflow(flowId: string): 'published' | 'unpublished'
  /** Replaces the key of a workflow and returns the new one. The old key is invalid immediately (KEY-REGENERATED). */
  regenerateKey(flowId: string): string
  /** Returns the key of a workflow; undefined if the workflow was never published or does not exist (KEY-VIEW). */
  workflowKey(flowId: string): string | undefined
}

/** Creates the operations that publish, archive and restore the workflows of a world, and change their keys. */
export function createWorkflowOperations(world: World): WorkflowOperations {
  return {
    addWorkflow: (workspaceId, workflow) => {
      validate(workflowSeedSchema, workflow, `add a workflow to workspace "${workspaceId}"`)
      addWorkflow(world, workspaceId, workflow)
    },
    publishWorkflow: (flowId) => publishWorkflow(world, findWorkflow(world, flowId, 'publish')),
    unpublishWorkflow: (flowId) => {
      const workflow = findWorkflow(world, flowId, 'take back the publication of')
      if (workflow.status === 'published') workflow.status = 'unpublished'
    },
    archiveWorkflow: (flowId) => archiveWorkflow(findWorkflow(world, flowId, 'archive')),
    restoreWorkflow: (flowId) => restoreWorkflow(findWorkflow(world, flowId, 'restore')),
    regenerateKey: (flowId) => regenerateKey(world, findWorkflow(world, flowId, 'regenerate the key of')),
    workflowKey: (flowId) => world.workflows.get(flowId)?.key,
  }
}

/** Adds a workspace of a seed, with its registries and workflows. */
export function addWorkspace(world: World, seed: WorkspaceSeed): void {
  const { id, members = [], name = id, registries = [], workflows = [] } = seed
  if (world.workspaces.has(id)) throw new MockStateError(`Cannot add workspace "${id}": it exists`)

  const workspace: Workspace = { id, name, members, registries: new Map() }
  const defaultManifestUrl = getOwnManifestUrl(world)
  for (const entry of registries) {
    addRegistry(workspace, { ...entry, manifestUrl: entry.manifestUrl ?? defaultManifestUrl, added: false })
  }

  world.workspaces.set(id, workspace)
  for (const workflow of workflows) addWorkflow(world, id, workflow)
}

/** Adds a workflow to a workspace, and publishes or archives it if the seed says so. */
export function addWorkflow(world: World, workspaceId: string, seed: WorkflowSeed): Workflow {
  const { flowId } = seed
  const action = `add workflow "${flowId}"`
  const workspace = findWorkspace(world, workspaceId, action)
  if (world.workflows.has(flowId)) throw new MockStateError(`Cannot ${action}: the flowId is taken`)

  const workflow: Workflow = {
    flowId,
    name: seed.name ?? flowId,
    workspace,
    parameters: checkParameters(seed.parameters ?? [], action),
    implementation: seed.implementation,
    data: seed.data,
    schema: undefined,
    status: 'unpublished',
    startedRunCount: 0,
    // The workflow has no key until its first publication. The key is then the one of the seed, or else a random one.
    seededKey: seed.key,
    key: undefined,
  }
  world.workflows.set(flowId, workflow)

  if (isInitiallyPublished(seed)) publishWorkflow(world, workflow)
  if (seed.archived === true) archiveWorkflow(workflow)
  return workflow
}

/** Publishes a workflow and returns its key. The first publication creates the key. */
export function publishWorkflow(world: World, workflow: Workflow): string {
  if (workflow.status === 'archived')
    throw new MockStateError(`Cannot publish workflow "${workflow.flowId}": it is archived; restore it first`)

  const key = workflow.key ?? setKey(world, workflow, workflow.seededKey ?? createKey(world))
  workflow.status = 'published'
  return key
}

function archiveWorkflow(workflow: Workflow): void {
  if (workflow.status === 'archived') return
  workflow.statusBeforeArchive = workflow.status
  workflow.status = 'archived'
}

function restoreWorkflow(workflow: Workflow): 'published' | 'unpublished' {
  if (workflow.status !== 'archived') {
    throw new MockStateError(`Cannot restore workflow "${workflow.flowId}": it is not archived`)
  }
  const status = workflow.statusBeforeArchive ?? 'unpublished'
  workflow.status = status
  return status
}

function regenerateKey(world: World, workflow: Workflow): string {
  if (workflow.key === undefined) {
    throw new MockStateError(`Cannot regenerate the key of workflow "${workflow.flowId}": it was never published`)
  }
  world.workflowKeys.delete(workflow.key)
  // Kept for the fault stale-key, and so that the journal still hides the old key.
  world.replacedKeys.set(workflow.key, workflow)
  return setKey(world, workflow, createKey(world))
}

function createKey({ assumptions, random }: World): string {
  return randomKey(random, assumptions.keyFormat, 'wfk_')
}

function setKey(world: World, workflow: Workflow, key: string): string {
  if (world.workflowKeys.has(key))
    throw new MockStateError(`Cannot give workflow "${workflow.flowId}" its key: another workflow has it`)
  workflow.key = key
  world.workflowKeys.set(key, workflow)
  return key
}
