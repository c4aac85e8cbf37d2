export type { paths } from '@wfhost/openapi'
export type { BatchEntry, BatchItem, BatchOptions, BatchProgress, BatchStore, RecordedOutcome } from './batch/batch.ts'
export { runMany } from './batch/run-many.ts'
export type { Arguments } from './client/arguments.ts'
export {
  createRegistryClient,
  type RegistryClient,
} from './client/create-registry-client.ts'
export {
  createWorkflowClient,
  type WorkflowClient,
  type WorkflowClientOptions,
  type WorkflowRunner,
} from './client/create-workflow-client.ts'
export { type ArgumentsOf, defineWorkflow, type ResultOf, type Transformed, type Workflow } from './client/define-workflow.ts'
export type { AttemptInfo, Hooks } from './client/observe.ts'
export type { RegistryClientOptions } from './client/registry-service.ts'
export type { CallOptions, Fetch } from './client/settings.ts'
export { type StartedRun, type WaitForRunOptions, waitForRun } from './client/wait-for-run.ts'
export {
  APIConnectionError,
  APIError,
  type APIErrorCode,
  APITimeoutError,
  APIUserAbortError,
} from './errors/api-error.ts'
export { ConfigurationError } from './errors/configuration-error.ts'
export { type AnyAPIError, isAPIError } from './errors/is-api-error.ts'
export { NotSentError } from './errors/not-sent-error.ts'
export { ResponseValidationError } from './errors/response-validation-error.ts'
export {
  AuthenticationError,
  BadRequestError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from './errors/status-errors.ts'
export { unwrap, WorkflowFailedError } from './errors/workflow-failed-error.ts'
export type { Execution } from './operations/execute-tool/execution.ts'
export type { Manifest, Toolset } from './operations/manifest.ts'
export type { FailedRun, Run, SucceededRun } from './operations/run-workflow/run.ts'
export type { StartOptions } from './operations/run-workflow/run-workflow.ts'
export { type ResponseDetails, responseOf } from './responses/origin.ts'
export type { Problem } from './responses/problems.ts'
export type { Clock } from './transport/clock.ts'
export { forwardWebhook, WebhookBodyError, type WebhookOptions } from './webhooks/forward-webhook.ts'
