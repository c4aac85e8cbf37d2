import type { Failure } from '../../schema/state.ts'

/** Describes a thrown value as the error of a failed run or step. Any value can be thrown, also one that has no text. */
export function toFailure(thrown: unknown): Failure {
  try {
    if (isErrorLike(thrown)) return { name: thrown.name === '' ? 'Error' : thrown.name, value: thrown.message }
    const text = typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
    return { name: 'Error', value: text }
  } catch {
    return { name: 'Error', value: 'A value that cannot be shown' }
  }
}

const maxFrames = 5

/**
 * Lists the innermost lines of an error's stack that belong to the user's code. Lines of this package, of other packages and
 * of the runtime are left out, because the user looks for the file and line of the implementation.
 */
export function listStackFrames(thrown: unknown): readonly string[] {
  if (!isErrorLike(thrown) || !('stack' in thrown) || typeof thrown.stack !== 'string') return []
  const frames = thrown.stack.split('\n').filter(isFrameOfUser)
  return frames.slice(0, maxFrames)
}

function isFrameOfUser(line: string): boolean {
  return framePattern.test(line) && !foreignFramePattern.test(line) && !line.includes(packageFolder)
}

// The format of V8: a file or a URL, its line and its column.
const framePattern = /^ {4}at .*[/\\][^/\\]*:\d+:\d+\)?$/
const foreignFramePattern = /[/\\]node_modules[/\\]|\(?node:/

// A stack is available in CommonJS, where import.meta.url is not.
const packageFolder = findPackageFolder(new Error('Only for its stack').stack ?? '')

function findPackageFolder(stack: string): string {
  const frame = stack.split('\n').find((line) => framePattern.test(line)) ?? ''
  // A line break is in no frame, so an unknown folder excludes no frame.
  const folder = /(?:file:\/\/)?([/\\].*[/\\])[^/\\]*:\d+:\d+\)?$/.exec(frame)?.[1] ?? '\n'
  return folder.replace(/core[/\\]workflows[/\\]$/, '')
}

/** Checks the members, because instanceof fails for errors from another realm, such as the one of a test runner. */
function isErrorLike(thrown: unknown): thrown is { readonly name: string; readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null || !('name' in thrown) || !('message' in thrown)) return false
  return typeof thrown.name === 'string' && typeof thrown.message === 'string'
}
