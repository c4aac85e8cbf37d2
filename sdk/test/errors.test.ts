import { inspect } from 'node:util'
import * as sdk from '@wfhost/sdk'
import { describe, expect, test, vi } from 'vitest'
import project from '../../package.json' with { type: 'json' }
import { failedRun } from '../../tools/scripts/run-bodies.ts'

describe('The errors of this package', () => {
  test('are recognised by a second copy of it', async () => {
    vi.resetModules()
    const copy: typeof sdk = await import('@wfhost/sdk')
    expect(copy.RateLimitError).not.toBe(sdk.RateLimitError)
    const error = new copy.NoPublishedToolsetsError('x')
    expect(error instanceof sdk.NoPublishedToolsetsError).toBe(true)
    expect(error instanceof sdk.BadRequestError).toBe(true)
    expect(error instanceof sdk.APIError).toBe(true)
    expect(error instanceof sdk.NotFoundError).toBe(false)
    expect(new copy.ConfigurationError('x') instanceof sdk.ConfigurationError).toBe(true)
    expect(new copy.APITimeoutError('x') instanceof sdk.APIConnectionError).toBe(true)
  })

  test('are not recognised as subclasses of other code', () => {
    class Mine extends sdk.APIError {}
    expect(new Mine('x') instanceof sdk.APIError).toBe(true)
    expect(new Mine('x') instanceof Mine).toBe(true)
    expect(new sdk.APIError('x') instanceof Mine).toBe(false)
    expect([undefined, null, 1, 'x', {}, new Error('x')].some((value) => (value as object) instanceof sdk.APIError)).toBe(false)
  })

  test('have the name of their class, also when they are printed', () => {
    expect(String(new sdk.RateLimitError('x'))).toBe('RateLimitError: x')
    expect(Object.keys(new sdk.RateLimitError('x'))).not.toContain('name')
    expect(new sdk.ConfigurationError('x')).toBeInstanceOf(TypeError)
  })

  test('have a link to the page of their class, also when they are printed', () => {
    const failed = new sdk.WorkflowFailedError(failedRun({ name: 'E', value: 'v', traceback: 't' }, {}))
    for (const error of [
      failed,
      new sdk.NotFoundError('x'),
      new sdk.ResponseValidationError('x'),
      new sdk.WebhookBodyError('x'),
    ]) {
      expect(error.docs).toBe(`${project.homepage}/errors/${error.name}.html`)
      expect(inspect(error)).toContain(error.docs)
    }
  })
})

test('The package exports these names', () => {
  const names = [
    'APIConnectionError APIError APITimeoutError APIUserAbortError AuthenticationError BadRequestError',
    'ConfigurationError NoPublishedToolsetsError NotFoundError NotSentError PermissionDeniedError',
    'RateLimitError ResponseValidationError WebhookBodyError WorkflowFailedError createRegistryClient createWorkflowClient defineWorkflow',
    'forwardWebhook isAPIError responseOf runMany unwrap waitForRun',
  ]
  expect(Object.keys(sdk).sort().join(' ')).toBe(names.join(' '))
})
