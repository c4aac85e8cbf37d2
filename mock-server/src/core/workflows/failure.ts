import type { Failure } from '../../schema/state.ts'

export function toFailure(thrown: unknown): Failure {
  try {
    if (isErrorLike(thrown)) return { name: thrown.name === '' ? 'Error' : thrown.name, value: thrown.message }
    const shown = typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
    return { name: 'Error', value: shown }
  } catch {
    return { name: 'Error', value: 'A value that cannot be shown' }
  }
}

const shownFrames = 5

/**
 * Where an error was thrown: the innermost lines of its stack that are neither of this package nor of others, nor of the
 * runtime. Whoever wrote the implementation looks for its file and line.
 */
export function framesOf(thrown: unknown): readonly string[] {
  if (!isErrorLike(thrown) || !('stack' in thrown) || typeof thrown.stack !== 'string') return []
  const frames = thrown.stack.split('\n').filter((line) => frame.test(line) && !foreign.test(line) && !line.includes(ownFolder))
  return frames.slice(0, shownFrames)
}

// As V8 writes a line of a stack, with a file or a URL, its line and its column.
const frame = /^ {4}at .*[/\\][^/\\]*:\d+:\d+\)?$/
const foreign = /[/\\]node_modules[/\\]|\(?node:/

// Unlike import.meta.url, a stack is there in CommonJS, too. The sources of this package lie in several folders.
const ownFolder = folderOf(new Error('Only for its stack').stack ?? '')

function folderOf(stack: string): string {
  const file = stack.split('\n').find((line) => frame.test(line)) ?? ''
  const folder = /(?:file:\/\/)?([/\\].*[/\\])[^/\\]*:\d+:\d+\)?$/.exec(file)?.[1] ?? '\n'
  return folder.replace(/core[/\\]workflows[/\\]$/, '')
}

// Not instanceof: errors may come from another realm, such as that of a test runner.
function isErrorLike(thrown: unknown): thrown is { readonly name: string; readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null || !('name' in thrown) || !('message' in thrown)) return false
  return typeof thrown.name === 'string' && typeof thrown.message === 'string'
}
