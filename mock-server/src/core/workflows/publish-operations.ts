import { check } from '../../schema/check.ts'
import { type PublishOptions, publishOptions, type WorkflowSeed } from '../../schema/workflow.ts'
import type { ArgumentSchema, Immutable, Workflow, WorkflowContext, WorkflowImplementation } from '../implementation.ts'
import type { Json, JsonObject } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { checkParameters } from '../requests/read-arguments.ts'
import type { Workflow as AddedWorkflow, World } from '../world/world.ts'
import { addWorkflow, addWorkspace, publishWorkflow } from './workflow-operations.ts'

/** Publishes workflows that are defined in code. */
export interface PublishOperations {
  /**
   * Publishes a workflow and returns its key. The workflow is a definition made with the client's `defineWorkflow`, or a
   * flowId. The schemas of a definition type the arguments and the result of the implementation.
   *
   * Arguments that do not match the schema get a 400 (RUN-ARG-TYPE). A new workflow without a schema accepts any
   * arguments. If the implementation throws, the run fails (RUN-ERROR). The result is not checked, so a test can cast a
   * wrong one. An existing workflow keeps its key and its parameters, and gets the new implementation.
   *
   * @throws {MockStateError} if the workspace does not exist, the workflow is archived or in another workspace, or the
   *   key is not the one that it has.
   *
   * @example
   * ```ts
   * import assert from 'node:assert/strict'
   * import { createMockService } from '@wfhost/mock-server'
   * import { createWorkflowClient, defineWorkflow, unwrap } from '@wfhost/sdk'
   * import * as z from 'zod'
   *
   * const triage = defineWorkflow({
   *   flowId: 'triage',
   *   args: z.object({ subject: z.string() }),
   *   result: z.object({ team: z.enum(['billing', 'support']) }),
   * })
   * const mock = createMockService()
   * const apiKey = mock.publish(triage, ({ subject }) => ({ team: subject.includes('invoice') ? 'billing' : 'support' }))
   * const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey, fetch: mock.fetch })
   *
   * const { team } = unwrap(await client.run(triage, { subject: 'My invoice is wrong' }))
   *
   * assert.equal(team, 'billing')
   *
   * // A flowId alone publishes a workflow that accepts any arguments.
   * const greetKey = mock.publish('greet', ({ name }) => `Hello, ${name}`)
   * const greeter = client.withOptions({ apiKey: greetKey })
   * assert.equal(unwrap(await greeter.run('greet', { name: 'Ada' })), 'Hello, Ada')
   * ```
   */
  // The result has a type of its own, since the compiler takes the literals of one that is inferred twice for strings.
  publish<const Returned extends Immutable<Result>, Args = JsonObject, Result = Json>(
    workflow: Workflow<Args, Result> | string,
    implementation: (args: NoInfer<Args>, context: WorkflowContext) => Returned | Promise<Returned>,
    options?: PublishOptions,
  ): string
}

export function createPublishOperations(world: World): PublishOperations {
  return {
    publish: (given, implementation, options = {}) => {
      const definition: Workflow = typeof given === 'string' ? { flowId: given } : given
      checkPublication(definition, implementation, options)
      const { flowId } = definition
      const existing = world.workflows.get(flowId)
      // The schema of the definition, checked for each request, makes what the implementation takes.
      const seed = { flowId, implementation: implementation as unknown as WorkflowImplementation }
      const workflow = existing === undefined ? add(world, seed, options) : change(existing, seed, options)
      workflow.schema = schemaFor(definition, { options, hasParameters: existing !== undefined && existing.schema === undefined })
      const key = publishWorkflow(world, workflow)
      if (options.archived === true) {
        workflow.beforeArchive = 'published'
        workflow.status = 'archived'
      }
      return key
    },
  }
}

/** The schema that checks the arguments; undefined if the parameters of the workflow check them. */
function schemaFor(
  { args }: Workflow,
  { hasParameters, options }: { readonly options: PublishOptions; readonly hasParameters: boolean },
): ArgumentSchema | undefined {
  if (options.parameters !== undefined) return undefined
  if (args !== undefined) return args
  return hasParameters ? undefined : anyArguments
}

const anyArguments: ArgumentSchema = { '~standard': { version: 1, vendor: 'wfhost', validate: (value) => ({ value }) } }

/** Without types, such mistakes would show up only when the workflow runs. */
function checkPublication({ flowId }: { readonly flowId: unknown }, implementation: unknown, options: PublishOptions): void {
  if (typeof flowId !== 'string')
    throw new MockStateError(`Cannot publish a workflow: expected a workflow with a flowId, found ${typeof flowId}`)
  const attempt = `publish workflow "${flowId}"`
  if (typeof implementation !== 'function')
    throw new MockStateError(`Cannot ${attempt}: expected a function as its implementation, found ${typeof implementation}`)
  check(publishOptions, options, attempt)
}

function add(world: World, seed: WorkflowSeed, options: PublishOptions): AddedWorkflow {
  const { archived: _archived, workspace = world.workspaces.keys().next().value ?? 'default', ...more } = options
  if (world.workspaces.size === 0 && options.workspace === undefined) addWorkspace(world, { id: workspace })
  return addWorkflow(world, workspace, { ...more, ...seed })
}

function change(workflow: AddedWorkflow, { implementation }: WorkflowSeed, options: PublishOptions): AddedWorkflow {
  const { key, parameters = workflow.parameters, workspace } = options
  const attempt = `publish workflow "${workflow.flowId}"`
  if (workspace !== undefined && workspace !== workflow.workspace.id)
    throw new MockStateError(`Cannot ${attempt}: it is in workspace "${workflow.workspace.id}", not in "${workspace}"`)
  if (key !== undefined && key !== (workflow.key ?? workflow.firstKey))
    throw new MockStateError(`Cannot ${attempt}: it has a key of its own already; publish it without one`)
  workflow.parameters = checkParameters(parameters, attempt)
  workflow.implementation = implementation
  workflow.started = 0
  return workflow
}
