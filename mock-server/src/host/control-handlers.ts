import { didYouMean } from '@wfhost/internal/messages'
import type { MockService } from '../core/create-mock-service.ts'
import { keyNames } from '../core/journal/show-exchange.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import type { World } from '../core/world/world.ts'
import { redactFaults } from '../faults/redact-faults.ts'
import { validate } from '../schema/check.ts'
import {
  type ControlInput,
  type ControlOperationName,
  type ControlOutput,
  controlOperationNames,
  controlOperations,
} from '../schema/control.ts'
import { redactResult, redactRun, redactRuns } from './redact-runs.ts'

/** A world, and the service with its operations. */
export interface ServedWorld {
  readonly service: MockService
  readonly world: World
  /** Aborted when the world is removed; undefined for the world at `/`. */
  readonly removal: AbortSignal | undefined
}

type Handler<Name extends ControlOperationName> = (
  service: MockService,
  input: ControlInput<Name>,
  context: Pick<ServedWorld, 'world' | 'removal'>,
) => ControlOutput<Name> | Promise<ControlOutput<Name>>

/** The function behind each operation of the control API. The compiler reports a missing one. */
const handlers: { readonly [Name in ControlOperationName]: Handler<Name> } = {
  publishWorkflow: (service, { flowId }) => service.publishWorkflow(flowId),
  unpublishWorkflow: (service, { flowId }) => service.unpublishWorkflow(flowId),
  archiveWorkflow: (service, { flowId }) => service.archiveWorkflow(flowId),
  restoreWorkflow: (service, { flowId }) => service.restoreWorkflow(flowId),
  regenerateKey: (service, { flowId }) => service.regenerateKey(flowId),
  workflowKey: (service, { flowId }) => service.workflowKey(flowId),
  addWorkflow: async (service, { workflow, workspaceId }) => {
    // The reader of world files is large, so it is loaded only when needed.
    const { readDescribedWorkflow } = await import('../world-file/read-world-file.ts')
    service.addWorkflow(workspaceId, readDescribedWorkflow(workflow))
    return service.workflowKey(workflow.flowId)
  },
  // Clients print the results of runs, so keys appear by name. In process, results stay as the workflows returned them.
  getRun: (service, { runId }, { world }) => redactRun(world, service.getRun(runId)),
  runs: (service, _input, { world }) => redactRuns(world, service.runs()),
  waitForRun: async (service, { runId }, { world }) => redactResult(world, await service.waitForRun(runId)),
  waitForRuns: (service) => service.waitForRuns(),
  // The service lists only the runs that it stores.
  countRuns: (_service, _input, { world }) => world.runs.count(),
  publishToolset: (service, { orgId, ...publication }) => service.publishToolset(orgId, publication),
  unpublishToolset: (service, { orgId, ...publication }) => service.unpublishToolset(orgId, publication),
  createToolHostingKey: (service, { orgId, ...key }) => service.createToolHostingKey(orgId, key),
  setEnvironmentVariables: (service, { orgId, ...profile }) => service.setEnvironmentVariables(orgId, profile),
  creditBalance: (service, { orgId }) => service.creditBalance(orgId),
  setCredits: (service, { credits, orgId }) => service.setCredits(orgId, credits),
  setRateLimit: (service, { rateLimit }) => service.setRateLimit(rateLimit ?? undefined),
  mayConnect: (service, { orgId }) => service.registries.mayConnect(orgId),
  connect: (service, { environment, orgId }) => service.registries.connect(orgId, environment),
  addRegistry: (service, { workspaceId, ...entry }) => service.registries.add(workspaceId, entry),
  editRegistry: (service, { changes, name, workspaceId }) => service.registries.edit(workspaceId, name, changes),
  removeRegistry: (service, { name, workspaceId }) => service.registries.remove(workspaceId, name),
  syncRegistry: (service, { name, workspaceId }) => service.registries.sync(workspaceId, name),
  syncRegistries: (service) => service.registries.syncAll(),
  activateRegistry: (service, { name, workspaceId }) => service.registries.activate(workspaceId, name),
  deactivateRegistry: (service, { name, workspaceId }) => service.registries.deactivate(workspaceId, name),
  registries: (service, { workspaceId, ...member }) => service.registries.list(workspaceId, member),
  offeredTools: (service, { workspaceId }) => service.registries.offeredTools(workspaceId),
  addFault: (service, fault) => service.addFault(fault),
  removeFault: (service, { id }) => service.removeFault(id),
  clearFaults: (service) => service.clearFaults(),
  faults: (service, _input, { world }) => redactFaults(service.faults(), keyNames(world)),
  journal: (service, pattern) => service.journal(pattern),
  clearJournal: (service) => service.clearJournal(),
  waitForRequest: (service, { timeoutMs = 30_000, ...pattern }, { removal }) =>
    service.waitForRequest(pattern, { timeout: timeoutMs, signal: removal }),
  verify: (service, options) => service.verify(options),
  reload: async (service, { world }) => {
    const { readWorldFileWithFaker } = await import('../world-file/read-world-file.ts')
    service.reload((await readWorldFileWithFaker(world)).seed)
  },
  reset: (service) => service.reset(),
  freezeClock: ({ clock }) => clock.freeze(),
  followClock: ({ clock }) => clock.follow(),
  advanceClock: ({ clock }, { ms }) => clock.advance(ms),
  readClock: ({ clock }) => ({ now: clock.now(), frozen: clock.frozen }),
}

export function isControlOperation(name: string): name is ControlOperationName {
  return Object.hasOwn(controlOperations, name)
}

export function describeUnknownOperation(name: string): string {
  return `There is no operation "${name}"${didYouMean(name, controlOperationNames)}`
}

/**
 * Validates the arguments of an operation, and calls it.
 *
 * @throws {MockStateError} that names each invalid argument, or the reason why the operation is impossible.
 */
export async function callOperation<Name extends ControlOperationName>(
  { service, ...context }: ServedWorld,
  { input, name }: { readonly name: Name; readonly input: unknown },
): Promise<ControlOutput<Name>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const names = listArgumentNames(name)
    const remedy = names.length === 0 ? 'no arguments' : `its arguments by name: ${names.join(', ')}`
    throw new MockStateError(`Cannot call ${name}: expected an object with ${remedy}`)
  }
  validate(controlOperations[name].input, input, `call ${name}`)
  // The schema has just checked the type.
  return handlers[name](service, input as ControlInput<Name>, context)
}

function listArgumentNames(name: ControlOperationName): readonly string[] {
  const { input } = controlOperations[name]
  return 'shape' in input ? Object.keys(input.shape) : []
}
