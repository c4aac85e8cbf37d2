export { APIError, type APIErrorCode, type APIErrorDetails } from './api-error.ts'
export type { BatchItem, BatchOptions, BatchProgress } from './batch.ts'
export type { Clock } from './clock.ts'
export { ConfigurationError } from './configuration-error.ts'
export { APIConnectionError, APITimeoutError, APIUserAbortError } from './connection-errors.ts'
export { ContractError, type ContractErrorDetails } from './contract-error.ts'
export {
  type ConsoleSession,
  createRegistryClient,
  type RegistryClient,
  type RegistryClientOptions,
} from './create-registry-client.ts'
export {
  type CallArguments,
  createWorkflowClient,
  type WorkflowClient,
  type WorkflowClientOptions,
  type WorkflowKey,
} from './create-workflow-client.ts'
export { type ArgumentsOf, defineWorkflow, type Given, type ResultOf, type Workflow } from './define-workflow.ts'
export { RUN_ID_NAMES, type RunIdSource } from './find-run-id.ts'
export { forwardWebhook, type WebhookTarget } from './forward-webhook.ts'
export type { AttemptInfo, Hooks, ResponseInfo, RetryInfo } from './hooks.ts'
export { jsonArgument } from './json-argument.ts'
export type { Logger, LogLevel, LogOptions } from './log.ts'
export type { Execution, Manifest, Tool, ToolParameter, Toolset } from './manifest.ts'
export type { Problem } from './problem.ts'
export type { FailedRun, Run, RunError, StartedRun, StepError, StepOutput, StepOutputs, SucceededRun } from './run.ts'
export { runMany } from './run-many.ts'
export type { CallOptions, ClientOptions, Fetch } from './settings.ts'
export type { InputOf, OutputOf, SchemaIssue, SchemaResult, StandardSchema } from './standard-schema.ts'
export type { AskRun, Started, StartOptions, WaitableRun, WaitOptions } from './start-options.ts'
export {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  type RateLimitDetails,
  RateLimitError,
} from './status-errors.ts'
export type { Arguments, ArgumentValue } from './to-arguments.ts'
export { unwrap } from './unwrap.ts'
export { type WaitForRunOptions, waitForRun } from './wait-for-run.ts'
export { WebhookBodyError } from './webhook-body-error.ts'
export { WorkflowFailedError } from './workflow-failed-error.ts'
