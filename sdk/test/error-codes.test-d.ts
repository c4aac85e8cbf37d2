import type {
  APIConnectionError,
  APIError,
  APIErrorCode,
  APITimeoutError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ContractError,
  NoPublishedToolsetsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '@wfhost/sdk'
import { expectTypeOf, test } from 'vitest'

test('a switch over the codes of errors is complete when it names all of them', () => {
  type CodeOf<Class extends abstract new (...given: never) => unknown> =
    InstanceType<Class> extends { code: infer Code } ? Code : never
  expectTypeOf<APIErrorCode>().toEqualTypeOf<
    | 'api_error'
    | CodeOf<typeof APITimeoutError | typeof APIConnectionError | typeof APIUserAbortError>
    | CodeOf<typeof BadRequestError | typeof AuthenticationError | typeof PermissionDeniedError | typeof NotFoundError>
    | CodeOf<typeof NoPublishedToolsetsError | typeof RateLimitError | typeof ContractError>
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
      case 'contract':
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
