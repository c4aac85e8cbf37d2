export type { GuardedExchange } from './adapters/prism/guard-journal.ts'
export type { Violation } from './adapters/prism/violation.ts'
export { type Assumption, type AssumptionOption, listAssumptions } from './core/assumptions.ts'
export { type Clock, systemClock } from './core/clock/clock.ts'
export type { ClockOperations } from './core/clock/clock-operations.ts'
export { createManualClock, createVirtualClock, type ManualClock, type VirtualClock } from './core/clock/virtual-clock.ts'
export { createMockService, type Fetching, type MockService } from './core/create-mock-service.ts'
export type { JournalLimits } from './core/journal/journal.ts'
export type { JournalEntry, ObservedExchange, ObserveExchange } from './core/journal/journal-entry.ts'
export type { RequestPattern } from './core/journal/request-pattern.ts'
export { toCurl } from './core/journal/to-curl.ts'
export { toHar } from './core/journal/to-har.ts'
export type { VerifyOptions } from './core/journal/verify.ts'
export type { WaitOptions } from './core/journal/wait-for-request.ts'
export type { Json, JsonObject } from './core/json.ts'
export { MockStateError } from './core/mock-state-error.ts'
export { defaultProfile, type ErrorBody, type Profile, type ProfileOption, profileOptions } from './core/profile.ts'
export { createSeededRandom, type Random } from './core/random.ts'
export type { OfferedTool, RegistryEntrySeed, SyncedToolSet } from './core/registry/registry-entry.ts'
export type { ActingMember, Permission, RegistryView } from './core/registry/registry-operations.ts'
export { RegistryError } from './core/registry/synchronize.ts'
export type { ToolUse } from './core/registry/use-tool.ts'
export type { PlainResponse } from './core/requests/plain-exchange.ts'
export type { RateLimit } from './core/requests/rate-limit.ts'
export type { Fetch } from './core/requests/web-fetch.ts'
export type {
  EnvironmentSeed,
  MockSeed,
  OrganizationSeed,
  Parameter,
  ParameterType,
  ToolContext,
  ToolHostingKeySeed,
  ToolImplementation,
  ToolSeed,
  ToolSetSeed,
  ToolSetVersionSeed,
  WorkflowContext,
  WorkflowImplementation,
  WorkflowSeed,
  WorkspaceSeed,
} from './core/seed.ts'
export type { MockServiceOptions } from './core/service-options.ts'
export type {
  ClockState,
  MockState,
  OrganizationState,
  RateLimitState,
  RegistryEntryState,
  RunRecord,
  WorkflowState,
} from './core/state/mock-state.ts'
export type { Failure } from './core/workflows/failure.ts'
export type { RunResult, StepOutput } from './core/workflows/perform-workflow.ts'
export type { Run } from './core/workflows/runs.ts'
export type {
  ArgumentSchema,
  DefinedImplementation,
  Immutable,
  PublishOptions,
  SchemaVerdict,
  WorkflowDefinition,
} from './core/workflows/workflow-definition.ts'
export { ConnectionFaultError } from './faults/connection-fault-error.ts'
export type { ConnectionFault, Fault, FaultKind, FaultSelection, FaultState, Latency } from './faults/fault.ts'
export type { ControlOperations, DataOperations } from './host/control-operations.ts'
export {
  createMockControl,
  type MockControl,
  MockControlError,
  type MockControlOptions,
  type RemoteWorld,
  type WorldControl,
} from './host/create-mock-control.ts'
export { createMockHost, type MockHost, type MockHostOptions } from './host/create-mock-host.ts'
export { createSampleWorld, sampleKeys } from './sample-world.ts'
export type { Behaviour, StepBehaviour } from './world-file/behaviour.ts'
export type { DescribedWorkflow } from './world-file/described-workflow.ts'
