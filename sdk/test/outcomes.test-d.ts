import type { components } from '@wfhost/openapi'
import {
  type AnyAPIError,
  type APIConnectionError,
  type APIError,
  type APIErrorCode,
  type APITimeoutError,
  type APIUserAbortError,
  type AuthenticationError,
  type BadRequestError,
  type ConfigurationError,
  createRegistryClient,
  createWorkflowClient,
  defineWorkflow,
  isAPIError,
  type NoPublishedToolsetsError,
  type NotFoundError,
  type PermissionDeniedError,
  type RateLimitError,
  type ResponseValidationError,
  runMany,
} from '@wfhost/sdk'
import type { responseSchemas } from '@wfhost/sdk/schemas'
import { expectTypeOf, test } from 'vitest'
import * as z from 'zod'

const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary' })
const triage = defineWorkflow({
  flowId: 'support-triage',
  args: z.object({ subject: z.string() }),
  result: z.object({ team: z.string() }),
})

test('The outcome of a batch item determines its members', async () => {
  for await (const item of runMany(client, triage, [{ subject: 'x' }])) {
    if (item.outcome === 'succeeded') expectTypeOf(item.run.result).toEqualTypeOf<{ team: string }>()
    if (item.outcome === 'failed') expectTypeOf(item.run.error.name).toEqualTypeOf<string>()
    if (item.outcome === 'unknown') expectTypeOf(item.error.mayHaveRun).toEqualTypeOf<boolean>()
    if (item.outcome === 'refused') {
      expectTypeOf(item.error.mayHaveRun).toEqualTypeOf<boolean>()
      expectTypeOf(item.error.code).toEqualTypeOf<APIErrorCode | ConfigurationError['code']>()
    }
    // @ts-expect-error only what ended as a run has one
    if (item.outcome !== 'succeeded') item.run.status
    switch (item.outcome) {
      case 'succeeded':
      case 'failed':
      case 'refused':
      case 'unknown':
        break
      default:
        expectTypeOf(item).toBeNever()
    }
  }
  runMany(client, triage, [{ subject: 'x' }], {
    key: ({ subject }, index) => `${subject} ${index}`,
    store: { start: () => 'started', settle: (_, { input }) => expectTypeOf(input.subject).toEqualTypeOf<string>() },
  })
})

test('a switch over all codes of errors is exhaustive', () => {
  type CodeOf<Class extends abstract new (...given: never) => unknown> =
    InstanceType<Class> extends { code: infer Code } ? Code : never
  expectTypeOf<APIErrorCode>().toEqualTypeOf<
    | 'api_error'
    | CodeOf<typeof APITimeoutError | typeof APIConnectionError | typeof APIUserAbortError>
    | CodeOf<typeof BadRequestError | typeof AuthenticationError | typeof PermissionDeniedError | typeof NotFoundError>
    | CodeOf<typeof NoPublishedToolsetsError | typeof RateLimitError | typeof ResponseValidationError>
  >()
  const repeat = ({ code }: APIError): boolean => {
    switch (code) {
      case 'connection':
      case 'rate_limited':
        return true
      case 'aborted':
      case 'api_error':
      case 'authentication':
      case 'bad_request':
      case 'invalid_response':
      case 'no_published_toolsets':
      case 'not_found':
      case 'permission_denied':
      case 'timeout':
        return false
    }
  }
  expectTypeOf(repeat).returns.toEqualTypeOf<boolean>()
  // @ts-expect-error the code is misspelled
  void ((error: APIError) => error.code === 'rate_limted')
})

type Documented = components['schemas']
type Workflows = typeof responseSchemas.runPublishedWorkflow

test('the schemas and the generated types are assignable to each other', () => {
  type Ended = Documented['RunSucceeded'] | Documented['RunFailed']
  expectTypeOf<z.infer<Workflows[200]['body']>>().toEqualTypeOf<Ended | Documented['RunStarted']>()
  expectTypeOf<z.infer<Workflows[202]['body']>>().toEqualTypeOf<Documented['RunStarted']>()
  expectTypeOf<z.infer<Workflows[404]['body']>>().toEqualTypeOf<Documented['WorkflowServiceError']>()
  expectTypeOf<z.infer<(typeof responseSchemas.getPublicManifest)[200]['body']>>().toEqualTypeOf<Documented['Manifest']>()
  expectTypeOf<z.infer<(typeof responseSchemas.executeTool)[200]['body']>>().toEqualTypeOf<Documented['Execution']>()
  expectTypeOf<z.infer<(typeof responseSchemas.executeTool)[402]['body']>>().toEqualTypeOf<Documented['RegistryError']>()
})

test('a misspelt field of a response does not compile', async () => {
  const run = await client.run('flow')
  const manifest = await createRegistryClient({ baseUrl: 'http://localhost', apiKey: 'canary' }).manifest()
  // @ts-expect-error the field is called result
  void run.reslt
  // @ts-expect-error the field is called toolsets
  void manifest.toolset
  // @ts-expect-error the field is called status
  void run.stepOutputs['a']?.stats
})

/** Returns a member that only one class of errors has, for each code. The compiler reports a code that is missing. */
function describeError(error: AnyAPIError): unknown {
  switch (error.code) {
    case 'rate_limited':
      expectTypeOf(error).toEqualTypeOf<RateLimitError>()
      return error.retryAt
    case 'invalid_response':
      expectTypeOf(error).toEqualTypeOf<ResponseValidationError>()
      return error.problems
    case 'authentication':
      return expectTypeOf(error).toEqualTypeOf<AuthenticationError>()
    case 'permission_denied':
      return expectTypeOf(error).toEqualTypeOf<PermissionDeniedError>()
    case 'not_found':
      return expectTypeOf(error).toEqualTypeOf<NotFoundError>()
    case 'no_published_toolsets':
      return expectTypeOf(error).toEqualTypeOf<NoPublishedToolsetsError>()
    case 'timeout':
      return expectTypeOf(error).toEqualTypeOf<APITimeoutError>()
    case 'aborted':
      return expectTypeOf(error).toEqualTypeOf<APIUserAbortError>()
    case 'bad_request':
      return expectTypeOf(error).toExtend<BadRequestError>()
    case 'connection':
      return expectTypeOf(error).toExtend<APIConnectionError>()
    case 'api_error':
      return error.status
    default:
      return error satisfies never
  }
}

test('a switch over the code of an error finds its class, and has every code', () => {
  const thrown: unknown = undefined
  if (isAPIError(thrown)) describeError(thrown)
  expectTypeOf<AnyAPIError['code']>().toEqualTypeOf<APIErrorCode>()

  // @ts-expect-error without the code, an error has no retryAt
  void ((error: AnyAPIError) => error.retryAt)
})
