import * as z from 'zod'
import type { VirtualClock } from '../core/clock/clock.ts'
import type { MockService } from '../core/create-mock-service.ts'
import { waitOptionsSchema } from '../core/journal/journal-operations.ts'
import type { RegistryOperations } from '../core/registry/registry-operations.ts'
import { validate } from '../schema/check.ts'
import type { ControlInput, ControlOperationName, ControlOutput } from '../schema/control.ts'
import type { DescribedWorkflow } from '../schema/described-workflow.ts'
import { longestRemoteWaitMs } from '../schema/journal.ts'

/** The members of a service, each an async function. A value such as `clock.frozen` is a function that returns it. */
type Remote<Service, Names extends keyof Service> = {
  readonly [Name in Names]: Service[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : () => Promise<Service[Name]>
}

/** The members that work only in the process of the service, such as functions as workflows. */
type Local = 'add' | 'addWorkflow' | 'clock' | 'fetch' | 'publish' | 'registries' | 'reload' | 'state' | 'stop'

/** A service that is controlled over HTTP: the operations of `MockService` by the same names, each returning a promise. */
export interface RemoteService extends Remote<MockService, Exclude<keyof MockService, Local>> {
  readonly clock: Remote<VirtualClock, 'advance' | 'follow' | 'freeze' | 'frozen' | 'now'>
  readonly registries: Remote<RegistryOperations, keyof RegistryOperations>
  /** Adds a workflow that is described as data, as in a world file. Returns its key if it is published. */
  addWorkflow(workspaceId: string, workflow: DescribedWorkflow): Promise<string | undefined>
  /** Continues with a world file, given as its text in YAML or JSON, and keeps the state that still fits. */
  reload(worldFile: string): Promise<void>
}

const remoteWaitOptionsSchema = waitOptionsSchema.extend({
  timeout: z
    .number()
    .min(0)
    .max(longestRemoteWaitMs, {
      error: ({ input }) => `expected at most ${longestRemoteWaitMs} over HTTP, found ${input}; wait again to wait longer`,
    })
    .optional(),
})

/** Calls an operation of the control API. */
export type ControlCaller = <Name extends ControlOperationName>(
  name: Name,
  input: ControlInput<Name>,
  signal?: AbortSignal,
) => Promise<ControlOutput<Name>>

/**
 * Creates a service whose methods call the operations of the control API. An operation takes one object, whose members are
 * the arguments of the method.
 */
export function createRemoteService(call: ControlCaller): RemoteService {
  return {
    publishWorkflow: (flowId) => call('publishWorkflow', { flowId }),
    unpublishWorkflow: (flowId) => call('unpublishWorkflow', { flowId }),
    archiveWorkflow: (flowId) => call('archiveWorkflow', { flowId }),
    restoreWorkflow: (flowId) => call('restoreWorkflow', { flowId }),
    regenerateKey: (flowId) => call('regenerateKey', { flowId }),
    workflowKey: (flowId) => call('workflowKey', { flowId }),
    addWorkflow: (workspaceId, workflow) => call('addWorkflow', { workspaceId, workflow }),
    getRun: (runId) => call('getRun', { runId }),
    runs: () => call('runs', {}),
    waitForRun: (runId) => call('waitForRun', { runId }),
    waitForRuns: () => call('waitForRuns', {}),
    createToolHostingKey: (orgId, key) => call('createToolHostingKey', { orgId, ...key }),
    setEnvironmentVariables: (orgId, profile) => call('setEnvironmentVariables', { orgId, ...profile }),
    creditBalance: (orgId) => call('creditBalance', { orgId }),
    setCredits: (orgId, credits) => call('setCredits', { orgId, credits }),
    publishToolset: (orgId, publication) => call('publishToolset', { orgId, ...publication }),
    unpublishToolset: (orgId, publication) => call('unpublishToolset', { orgId, ...publication }),
    // JSON has no undefined, so null removes the limit.
    setRateLimit: (limit) => call('setRateLimit', { rateLimit: limit ?? null }),
    addFault: (fault) => call('addFault', fault),
    removeFault: (id) => call('removeFault', { id }),
    clearFaults: () => call('clearFaults', {}),
    faults: () => call('faults', {}),
    journal: (pattern = {}) => call('journal', pattern),
    clearJournal: () => call('clearJournal', {}),
    // The server cannot check the options, because a signal cannot be sent. So they are checked here.
    waitForRequest: async (pattern, options = {}) => {
      validate(remoteWaitOptionsSchema, options, 'wait for a request')
      return call('waitForRequest', { ...pattern, timeoutMs: options.timeout }, options.signal)
    },
    verify: (options = {}) => call('verify', options),
    reload: (world) => call('reload', { world }),
    reset: () => call('reset', {}),
    clock: createRemoteClock(call),
    registries: createRemoteRegistries(call),
  }
}

/** Creates the clock of a remote service. The control API has one namespace, so its operations have longer names. */
function createRemoteClock(call: ControlCaller): RemoteService['clock'] {
  return {
    advance: (ms) => call('advanceClock', { ms }),
    follow: () => call('followClock', {}),
    freeze: () => call('freezeClock', {}),
    // One operation reads both the time and whether the clock is frozen.
    frozen: async () => (await call('readClock', {})).frozen,
    now: async () => (await call('readClock', {})).now,
  }
}

/** Creates the registries of a remote service. The control API has one namespace, so some operations have longer names. */
function createRemoteRegistries(call: ControlCaller): RemoteService['registries'] {
  return {
    mayConnect: (orgId) => call('mayConnect', { orgId }),
    connect: (orgId, environment) => call('connect', { orgId, environment }),
    add: (workspaceId, entry) => call('addRegistry', { workspaceId, ...entry }),
    edit: (workspaceId, name, changes) => call('editRegistry', { workspaceId, name, changes }),
    remove: (workspaceId, name) => call('removeRegistry', { workspaceId, name }),
    sync: (workspaceId, name) => call('syncRegistry', { workspaceId, name }),
    syncAll: () => call('syncRegistries', {}),
    activate: (workspaceId, name) => call('activateRegistry', { workspaceId, name }),
    deactivate: (workspaceId, name) => call('deactivateRegistry', { workspaceId, name }),
    list: (workspaceId, member = {}) => call('registries', { workspaceId, ...member }),
    offeredTools: (workspaceId) => call('offeredTools', { workspaceId }),
  }
}
