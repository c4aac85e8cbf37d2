/** What a failed step or execution says: the type of the error and its message (RUN-STEPS). */
export interface Failure {
  readonly name: string
  readonly value: string
}

/** Puts anything that was thrown into the form of a failure. Never throws, whatever it is given. */
export function toFailure(thrown: unknown): Failure {
  try {
    if (isErrorLike(thrown)) return { name: thrown.name === '' ? 'Error' : thrown.name, value: thrown.message }
    const shown = typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
    return { name: 'Error', value: shown }
  } catch {
    return { name: 'Error', value: 'A value that cannot be shown' }
  }
}

// Not instanceof: an error of another realm (a test runner's, a worker's) is one too.
function isErrorLike(thrown: unknown): thrown is { readonly name: string; readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null || !('name' in thrown) || !('message' in thrown)) return false
  return typeof thrown.name === 'string' && typeof thrown.message === 'string'
}
