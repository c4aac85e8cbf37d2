export type { Clock, VirtualClock } from './core/clock/clock.ts'
export { createManualClock, createVirtualClock } from './core/clock/virtual-clock.ts'
export { createMockService, type MockService } from './core/create-mock-service.ts'
export type {
  ArgumentSchema,
  DefinedImplementation,
  Immutable,
  SchemaVerdict,
  ToolContext,
  ToolImplementation,
  WorkflowContext,
  WorkflowDefinition,
  WorkflowImplementation,
} from './core/implementation.ts'
export type { JournalLimits, ObservedExchange, ObserveExchange } from './core/journal/journal.ts'
export { type HarExchange, toCurl, toHar } from './core/journal/journal-formats.ts'
export type { WaitOptions } from './core/journal/journal-operations.ts'
export type { Json, JsonObject } from './core/json.ts'
export { MockStateError } from './core/mock-state-error.ts'
export { createSeededRandom, type Random } from './core/random.ts'
export type { ActingMember } from './core/registry/registry-operations.ts'
export { RegistryError } from './core/registry/use-tool.ts'
export type { PlainResponse } from './core/requests/plain-exchange.ts'
export type { Fetch } from './core/requests/web-fetch.ts'
export type { MockServiceOptions } from './core/service-options.ts'
export { ConnectionFaultError } from './faults/connection-fault-error.ts'
export type { ConnectionFault, Fault } from './faults/fault.ts'
export type { FaultSelection } from './faults/fault-kind.ts'
export type { Latency } from './faults/request-faults.ts'
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
export type { Behaviour, DescribedWorkflow, StepBehaviour } from './schema/described-workflow.ts'
export type { JournalEntry, RequestPattern, VerifyOptions } from './schema/journal.ts'
export type {
  ClockState,
  Failure,
  FaultState,
  MockState,
  OrganizationState,
  RegistryEntryState,
  Run,
  RunRecord,
  RunResult,
  StepOutput,
  SyncedToolSet,
  WorkflowState,
} from './schema/state.ts'
export type { RateLimit } from './schema/values.ts'
export type {
  Parameter,
  ParameterType,
  PublishOptions,
  ToolSeed,
  WorkflowSeed,
} from './schema/workflow.ts'
export type {
  MockSeed,
  OfferedTool,
  OrganizationSeed,
  Permission,
  RegistryEntrySeed,
  RegistryView,
  ToolHostingKeySeed,
  ToolSetSeed,
  ToolSetVersionSeed,
  WorkspaceSeed,
} from './schema/world.ts'
