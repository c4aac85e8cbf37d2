import * as z from 'zod'
import { expected, validate } from '../../schema/check.ts'
import { flowIdSchema } from '../../schema/values.ts'
import { type PublishOptions, publishOptionsSchema, type WorkflowSeed } from '../../schema/workflow.ts'
import type { ArgumentSchema, Immutable, Workflow, WorkflowContext, WorkflowImplementation } from '../implementation.ts'
import type { JsonObject } from '../json.ts'
import { MockStateError } from '../mock-state-error.ts'
import { checkParameters } from '../requests/read-arguments.ts'
import type { World, Workflow as WorldWorkflow } from '../world/world.ts'
import { addWorkflow, addWorkspace, publishWorkflow } from './workflow-operations.ts'

/** The function that a published workflow runs. */
type Implementation<Args, Returned> = (args: Args, context: WorkflowContext) => Returned | Promise<Returned>

/** Publishes workflows that are defined in code. */
export interface PublishOperations {
  /**
   * Publishes a workflow and returns its key. The workflow is a definition made with the client's `defineWorkflow`, or a
   * flowId. The schemas of a definition type the arguments and the result of the implementation.
   *
   * Arguments that do not match the schema get a 400 (RUN-ARG-TYPE). A new workflow without a schema accepts any
   * arguments. If the implementation throws, the run fails (RUN-ERROR). The result is not checked, so a test can cast a
   * wrong one.
   *
   * An existing workflow keeps its key and its parameters, and gets the new implementation.
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
  publish<const Returned extends Immutable<Result>, Args = JsonObject, Result = ReturnType<WorkflowImplementation>>(
    workflow: Workflow<Args, Result> | string,
    implementation: Implementation<NoInfer<Args>, Returned>,
    options?: PublishOptions,
  ): string
}

/** Creates the operation that publishes a workflow from code. */
export function createPublishOperations(world: World): PublishOperations {
  return {
    publish: (workflow, implementation, options = {}) => {
      const definition: Workflow = typeof workflow === 'string' ? { flowId: workflow } : workflow
      checkPublication(definition, implementation, options)
      // The schema of the definition validates the arguments of each run, so the implementation receives its types.
      const seed = { flowId: definition.flowId, implementation: implementation as unknown as WorkflowImplementation }
      return publishDefinition(world, definition, { seed, options })
    },
  }
}

interface Publication {
  readonly seed: WorkflowSeed
  readonly options: PublishOptions
}

/** Adds or changes a workflow, publishes it, and returns its key. */
function publishDefinition(world: World, definition: Workflow, { options, seed }: Publication): string {
  const existing = world.workflows.get(definition.flowId)
  const hasParameters = existing !== undefined && existing.schema === undefined
  const workflow = existing === undefined ? addToWorkspace(world, seed, options) : changeWorkflow(existing, seed, options)
  workflow.schema = selectSchema(definition, { options, hasParameters })
  workflow.resultSchema = definition.result

  const key = publishWorkflow(world, workflow)
  if (options.archived === true) {
    workflow.statusBeforeArchive = 'published'
    workflow.status = 'archived'
  }
  return key
}

interface SchemaSources {
  readonly options: PublishOptions
  /** Whether the workflow existed with parameters. */
  readonly hasParameters: boolean
}

/** Returns the schema that validates the arguments, or undefined if the parameters of the workflow validate them. */
function selectSchema({ args }: Workflow, { hasParameters, options }: SchemaSources): ArgumentSchema | undefined {
  if (options.parameters !== undefined) return undefined
  if (args !== undefined) return args
  return hasParameters ? undefined : anyArguments
}

const anyArguments: ArgumentSchema = { '~standard': { version: 1, vendor: 'wfhost', validate: (value) => ({ value }) } }

/** Rejects mistakes that JavaScript code without types would otherwise notice only when the workflow runs. */
function checkPublication(definition: Workflow, implementation: unknown, options: PublishOptions): void {
  const flowId: unknown = Object(definition).flowId
  if (typeof flowId !== 'string')
    throw new MockStateError(`Cannot publish a workflow: expected a workflow with a flowId, found ${typeof flowId}`)

  const action = `publish workflow "${flowId}"`
  if (typeof implementation !== 'function')
    throw new MockStateError(`Cannot ${action}: expected a function as its implementation, found ${typeof implementation}`)
  validate(workflowMembers, definition, action)
  validate(publishOptionsSchema, options, action)
}

const schemaMember = z
  .unknown()
  .refine((value) => value === undefined || Object(value)['~standard'] !== undefined, { error: expected('a Standard Schema') })
  .optional()

/** Refuses a misspelt schema, without which the workflow would accept any arguments, and a value that validates nothing. */
const workflowMembers = z.strictObject({
  flowId: flowIdSchema,
  args: schemaMember,
  result: schemaMember,
} satisfies Readonly<Record<keyof Workflow, z.ZodType>>)

/** Adds a workflow to the workspace of the options, or to the first workspace. Creates a workspace if there is none. */
function addToWorkspace(world: World, seed: WorkflowSeed, options: PublishOptions): WorldWorkflow {
  const [firstWorkspace] = world.workspaces.keys()
  const workspaceId = options.workspace ?? firstWorkspace ?? 'default'
  const hasNoWorkspace = firstWorkspace === undefined && options.workspace === undefined
  if (hasNoWorkspace) addWorkspace(world, { id: workspaceId })

  const { key, name, parameters } = options
  return addWorkflow(world, workspaceId, { ...seed, key, name, parameters })
}

/** Gives an existing workflow another implementation. It keeps its key, and its parameters unless the options replace them. */
function changeWorkflow(workflow: WorldWorkflow, { implementation }: WorkflowSeed, options: PublishOptions): WorldWorkflow {
  const action = `publish workflow "${workflow.flowId}"`
  const { key, parameters = workflow.parameters, workspace } = options

  if (workspace !== undefined && workspace !== workflow.workspace.id)
    throw new MockStateError(`Cannot ${action}: it is in workspace "${workflow.workspace.id}", not in "${workspace}"`)
  if (key !== undefined && key !== (workflow.key ?? workflow.seededKey))
    throw new MockStateError(`Cannot ${action}: it has a key of its own already; publish it without one`)

  workflow.parameters = checkParameters(parameters, action)
  workflow.implementation = implementation
  workflow.startedRunCount = 0
  return workflow
}
