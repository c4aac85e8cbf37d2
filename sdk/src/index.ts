export type { StandardSchemaV1 as StandardSchema } from '@standard-schema/spec'
export type { OperationId, paths } from '@wfhost/openapi'
export type { BatchEntry, BatchItem, BatchOptions, BatchProgress, BatchStore, RecordedOutcome } from './batch/batch.ts'
export { runMany } from './batch/run-many.ts'
export type { Arguments, ArgumentValue } from './client/arguments.ts'
export {
  type ConsoleSession,
  createRegistryClient,
  type RegistryClient,
  type RegistryClientOptions,
  type ToolPayload,
} from './client/create-registry-client.ts'
export {
  type CallArguments,
  createWorkflowClient,
  type StartOptions,
  type WorkflowClient,
  type WorkflowClientOptions,
  type WorkflowKey,
  type WorkflowRunner,
} from './client/create-workflow-client.ts'
export { type ArgumentsOf, defineWorkflow, type GivenArguments, type ResultOf, type Workflow } from './client/define-workflow.ts'
export type { AttemptInfo, Hooks, Logger, LogLevel, LogOptions, ResponseInfo, RetryInfo } from './client/observe.ts'
export type { CallOptions, ClientOptions, Fetch } from './client/settings.ts'
export { type StartedRun, type WaitForRunOptions, waitForRun } from './client/wait-for-run.ts'
export {
  APIConnectionError,
  APIError,
  type APIErrorCode,
  type APIErrorDetails,
  APITimeoutError,
  APIUserAbortError,
} from './errors/api-error.ts'
export { ConfigurationError } from './errors/configuration-error.ts'
export { type AnyAPIError, isAPIError } from './errors/is-api-error.ts'
export { NotSentError } from './errors/not-sent-error.ts'
export { ResponseValidationError, type ResponseValidationErrorDetails } from './errors/response-validation-error.ts'
export {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  type RateLimitDetails,
  RateLimitError,
} from './errors/status-errors.ts'
export { unwrap, WorkflowFailedError } from './errors/workflow-failed-error.ts'
export type { Problem } from './responses/answer.ts'
export { type ResponseDetails, responseOf } from './responses/answer.ts'
export type { Execution, Manifest, Tool, ToolParameter, Toolset } from './responses/manifest.ts'
export type { FailedRun, Run, RunError, StepError, StepOutput, StepOutputs, SucceededRun } from './responses/run.ts'
export type { RunIdSource } from './responses/run-id.ts'
export type { Clock } from './transport/scope.ts'
export { forwardWebhook, WebhookBodyError, type WebhookOptions } from './webhooks/forward-webhook.ts'
