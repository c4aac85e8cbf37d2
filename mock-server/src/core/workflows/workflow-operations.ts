import { check } from '../../schema/check.ts'
import { type WorkflowSeed, workflowSeed } from '../../schema/workflow.ts'
import { type WorkspaceSeed, workspaceSeed } from '../../schema/world.ts'
import { MockStateError } from '../mock-state-error.ts'
import { didYouMean } from '../nearest-name.ts'
import { addRegistry, ownManifestUrl } from '../registry/registry-operations.ts'
import { checkedParameters } from '../requests/read-arguments.ts'
import { newKey, requireFound, type Workflow, type Workspace, type World } from '../world/world.ts'

/** Settings of the workflow service, outside the API. */
export interface WorkflowOperations {
  /** Adds a workspace with its workflows. */
  addWorkspace(workspace: WorkspaceSeed): void
  /** Adds a workflow to a workspace. */
  addWorkflow(workspaceId: string, workflow: WorkflowSeed): void
  /** Publishes a workflow and returns its key, which the first publication creates and later ones keep (KEY-CREATED). */
  publishWorkflow(flowId: string): string
  /** Archives a workflow: its key stays valid, and it can no longer be run (FLOW-ARCHIVED). */
  archiveWorkflow(flowId: string): void
  /** Replaces the key of a workflow and returns the new one; the old one is invalid at once (KEY-REGENERATED). */
  regenerateKey(flowId: string): string
  /** The key of a workflow; undefined if it was never published or does not exist (KEY-VIEW). */
  workflowKey(flowId: string): string | undefined
}

/** The operations on the workflows of a world. */
export function createWorkflowOperations(world: World): WorkflowOperations {
  return {
    addWorkspace: (workspace) => {
      check(workspaceSeed, workspace, 'add a workspace')
      addWorkspace(world, workspace)
    },
    addWorkflow: (workspaceId, workflow) => {
      check(workflowSeed, workflow, `add a workflow to workspace "${workspaceId}"`)
      addWorkflow(world, { ...workflow, workspaceId })
    },
    publishWorkflow: (flowId) => publishWorkflow(world, found(world, { flowId, verb: 'publish' })),
    archiveWorkflow: (flowId) => {
      found(world, { flowId, verb: 'archive' }).status = 'archived'
    },
    regenerateKey: (flowId) => regenerateKey(world, found(world, { flowId, verb: 'regenerate the key of' })),
    workflowKey: (flowId) => world.workflows.get(flowId)?.key,
  }
}

/** Adds a workspace with its workflows. */
export function addWorkspace(world: World, seed: WorkspaceSeed): void {
  const { id, members = [], name = id, registries = [], workflows = [] } = seed
  if (world.workspaces.has(id)) throw new MockStateError(`Cannot add workspace "${id}": it exists`)
  const workspace: Workspace = {
    id,
    name,
    members,
    registries: new Map(),
  }
  const own = ownManifestUrl(world)
  for (const entry of registries) addRegistry(workspace, { ...entry, manifestUrl: entry.manifestUrl ?? own, added: false })
  world.workspaces.set(id, workspace)
  for (const workflow of workflows) addWorkflow(world, { ...workflow, workspaceId: id })
}

/** Adds a workflow to a workspace. */
export function addWorkflow(world: World, seed: WorkflowSeed & { readonly workspaceId: string }): Workflow {
  const {
    archived = false,
    description,
    flowId,
    implementation,
    key,
    name = flowId,
    parameters = [],
    published = false,
    workspaceId,
  } = seed
  const attempt = `add workflow "${flowId}"`
  const workspace = requireFound(world.workspaces.get(workspaceId), {
    attempt,
    missing: `no workspace has the id "${workspaceId}"${didYouMean(workspaceId, [...world.workspaces.keys()])}`,
  })
  if (flowId === '') throw new MockStateError(`Cannot ${attempt}: a flowId is not empty`)
  if (world.workflows.has(flowId)) throw new MockStateError(`Cannot ${attempt}: the flowId is taken`)
  const workflow: Workflow = {
    flowId,
    name,
    workspace,
    parameters: checkedParameters(parameters, attempt),
    implementation,
    description,
    schema: undefined,
    firstKey: key,
    status: 'unpublished',
    key: undefined,
  }
  world.workflows.set(flowId, workflow)
  if (published) publishWorkflow(world, workflow)
  if (archived) workflow.status = 'archived'
  return workflow
}

/** Publishes a workflow and returns its key, which the first publication creates (KEY-CREATED). */
export function publishWorkflow(world: World, workflow: Workflow): string {
  if (workflow.status === 'archived') throw new MockStateError(`Cannot publish workflow "${workflow.flowId}": it is archived`)
  const key = workflow.key ?? giveKey(world, { workflow, key: workflow.firstKey ?? newKey(world, 'wfk_') })
  workflow.status = 'published'
  return key
}

function regenerateKey(world: World, workflow: Workflow): string {
  if (workflow.key === undefined) {
    throw new MockStateError(`Cannot regenerate the key of workflow "${workflow.flowId}": it was never published`)
  }
  world.workflowKeys.delete(workflow.key)
  world.replacedKeys.set(workflow.key, workflow)
  return giveKey(world, { workflow, key: newKey(world, 'wfk_') })
}

function giveKey(world: World, { key, workflow }: { readonly workflow: Workflow; readonly key: string }): string {
  if (world.workflowKeys.has(key))
    throw new MockStateError(`Cannot give workflow "${workflow.flowId}" its key: another workflow has it`)
  workflow.key = key
  world.workflowKeys.set(key, workflow)
  return key
}

function found(world: World, { flowId, verb }: { readonly flowId: string; readonly verb: string }): Workflow {
  return requireFound(world.workflows.get(flowId), {
    attempt: `${verb} workflow "${flowId}"`,
    missing: `no workflow has this flowId${didYouMean(flowId, [...world.workflows.keys()])}`,
  })
}
