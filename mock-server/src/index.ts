export type { Clock, VirtualClock } from './core/clock/clock.ts'
export { createManualClock } from './core/clock/virtual-clock.ts'
export { createMockService, type MockService } from './core/create-mock-service.ts'
export type {
  Immutable,
  ToolContext,
  ToolImplementation,
  Workflow,
  WorkflowContext,
  WorkflowImplementation,
} from './core/implementation.ts'
export { toCurl, toHar } from './core/journal/journal-formats.ts'
export type { WaitForRequestOptions } from './core/journal/journal-operations.ts'
export type { Json, JsonObject } from './core/json.ts'
export { MockStateError } from './core/mock-state-error.ts'
export { createSeededRandom } from './core/random.ts'
export type { RegistryOperations } from './core/registry/registry-operations.ts'
export { RegistrySyncError } from './core/registry/use-tool.ts'
export type { Fetch } from './core/requests/web-fetch.ts'
export type { MockServiceOptions } from './core/service-options.ts'
export { ConnectionFaultError } from './faults/connection-fault-error.ts'
export type { Fault } from './faults/fault.ts'
export {
  createMockControl,
  type MockControl,
  MockControlError,
  type MockControlOptions,
  type RemoteWorld,
} from './host/create-mock-control.ts'
export { createMockHost, type MockHost, type MockHostOptions } from './host/create-mock-host.ts'
export type { RemoteService } from './host/remote-service.ts'
export { createSampleWorld, sampleKeys } from './sample-world.ts'
export { type Assumption, type Assumptions, listAssumptions } from './schema/assumptions.ts'
export type { DescribedWorkflow } from './schema/described-workflow.ts'
export type { JournalEntry, RequestPattern, VerifyOptions } from './schema/journal.ts'
export type { FaultState, MockState, RunRecord, SyncedToolset } from './schema/state.ts'
export type { RateLimit } from './schema/values.ts'
export type { Parameter, PublishOptions, ToolSeed, WorkflowSeed } from './schema/workflow.ts'
export type {
  MockSeed,
  OfferedTool,
  OrganizationSeed,
  RegistryChanges,
  RegistryEntrySeed,
  RegistryView,
  ToolHostingKeySeed,
  ToolsetSeed,
  WorkspaceSeed,
} from './schema/world.ts'
