import type { Failure } from '../../schema/state.ts'

/** Converts anything that was thrown to a failure. Never throws. */
export function toFailure(thrown: unknown): Failure {
  try {
    if (isErrorLike(thrown)) return { name: thrown.name === '' ? 'Error' : thrown.name, value: thrown.message }
    const shown = typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
    return { name: 'Error', value: shown }
  } catch {
    return { name: 'Error', value: 'A value that cannot be shown' }
  }
}

// Not instanceof: errors may come from another realm, such as that of a test runner.
function isErrorLike(thrown: unknown): thrown is { readonly name: string; readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null || !('name' in thrown) || !('message' in thrown)) return false
  return typeof thrown.name === 'string' && typeof thrown.message === 'string'
}
