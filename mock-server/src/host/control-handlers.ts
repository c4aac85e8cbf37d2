import { didYouMean } from '@wfhost/internal/messages'
import type { MockService } from '../core/create-mock-service.ts'
import { MockStateError } from '../core/mock-state-error.ts'
import { check } from '../schema/check.ts'
import {
  type ControlInput,
  type ControlOperationName,
  type ControlOutput,
  controlOperationNames,
  controlOperations,
} from '../schema/control.ts'

type Handler<Name extends ControlOperationName> = (
  service: MockService,
  input: ControlInput<Name>,
) => ControlOutput<Name> | Promise<ControlOutput<Name>>

/** What each operation of the control surface does; the compiler misses the one that is missing. */
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
  getRun: (service, { runId }) => service.getRun(runId),
  runs: (service) => service.runs(),
  waitForRun: (service, { runId }) => service.waitForRun(runId),
  waitForRuns: (service) => service.waitForRuns(),
  countRuns,
  publishToolSet: (service, { orgId, ...publication }) => service.publishToolSet(orgId, publication),
  createToolHostingKey: (service, { orgId, ...key }) => service.createToolHostingKey(orgId, key),
  setEnvironmentVariables: (service, { orgId, ...profile }) => service.setEnvironmentVariables(orgId, profile),
  creditBalance: (service, { orgId }) => service.creditBalance(orgId),
  setCredits: (service, { credits, orgId }) => service.setCredits(orgId, credits),
  setRateLimit: (service, { rateLimit }) => service.setRateLimit(rateLimit ?? undefined),
  mayConnect: (service, { orgId }) => service.registries.mayConnect(orgId),
  connect: (service, { environment, orgId }) => service.registries.connect(orgId, environment),
  addRegistry: (service, { workspaceId, ...entry }) => service.registries.add(workspaceId, entry),
  syncRegistry: (service, { name, workspaceId }) => service.registries.sync(workspaceId, name),
  syncRegistries: (service) => service.registries.syncAll(),
  activateRegistry: (service, { name, workspaceId }) => service.registries.activate(workspaceId, name),
  deactivateRegistry: (service, { name, workspaceId }) => service.registries.deactivate(workspaceId, name),
  registries: (service, { workspaceId, ...member }) => service.registries.list(workspaceId, member),
  offeredTools: (service, { workspaceId }) => service.registries.offeredTools(workspaceId),
  addFault: (service, fault) => service.addFault(fault),
  removeFault: (service, { id }) => service.removeFault(id),
  clearFaults: (service) => service.clearFaults(),
  faults: (service) => service.faults(),
  journal: (service, pattern) => service.journal(pattern),
  clearJournal: (service) => service.clearJournal(),
  waitForRequest: (service, { timeoutMs = 30_000, ...pattern }) => service.waitForRequest(pattern, { timeoutMs }),
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

/** A hook of the conformance suite needs the number itself: a JSON pointer cannot count. */
function countRuns(service: MockService): ControlOutput<'countRuns'> {
  const counts = { running: 0, success: 0, failed: 0 }
  for (const { status } of service.runs()) counts[status] += 1
  return counts
}

export function isControlOperation(name: string): name is ControlOperationName {
  return Object.hasOwn(controlOperations, name)
}

export function whyNoOperation(name: string): string {
  return `There is no operation "${name}"${didYouMean(name, controlOperationNames)}`
}

/**
 * Calls an operation with arguments that are checked first.
 *
 * @throws {MockStateError} that names each wrong argument, or says why the operation cannot be done.
 */
export async function callOperation<Name extends ControlOperationName>(
  service: MockService,
  { input, name }: { readonly name: Name; readonly input: unknown },
): Promise<ControlOutput<Name>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    const members = namesOf(name)
    const remedy = members.length === 0 ? 'no arguments' : `its arguments by name: ${members.join(', ')}`
    throw new MockStateError(`Cannot call ${name}: expected an object with ${remedy}`)
  }
  check(controlOperations[name].input, input, `call ${name}`)
  // The schema has just checked it.
  return handlers[name](service, input as ControlInput<Name>)
}

function namesOf(name: ControlOperationName): readonly string[] {
  const { input } = controlOperations[name]
  return 'shape' in input ? Object.keys(input.shape) : []
}
