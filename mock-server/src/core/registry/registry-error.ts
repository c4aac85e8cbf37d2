/**
 * A tool registry cannot be read, refuses a request, or does not offer a tool.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMockService, RegistryError } from '@wfhost/mock-server'
 *
 * const manifestUrl = 'http://localhost/v1/public/wfhost/manifest'
 * const registries = [{ name: 'Acme', manifestUrl, apiKey: 'a key of nobody' }]
 * const service = createMockService({ workspaces: [{ id: 'support', registries }] })
 *
 * await assert.rejects(service.syncRegistry('support', 'Acme'), RegistryError)
 * ```
 */
export class RegistryError extends Error {
  override readonly name = 'RegistryError'
}

/** The status and the message of an error response, in one line. */
export async function describeRefusal(response: Response): Promise<string> {
  const text = await response.text()
  return `${response.status} ${messageIn(text)}`.trim()
}

// The format of an error body is not shown.
function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    const { detail, error, message = detail ?? error } = Object(body)
    return typeof message === 'object' ? String(Object(message).message ?? '') : String(message ?? '')
  } catch {
    return text.slice(0, 200)
  }
}
