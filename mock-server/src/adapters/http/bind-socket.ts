import { lstat, unlink } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { listening } from './bind.ts'

// Only this user may read and write: whoever can connect can control the server.
const othersMayNot = 0o177

/**
 * Binds a server to the path of a unix socket. A socket that a killed server left behind is replaced.
 *
 * @throws {Error} in one line if another server listens there, or if the path is not a socket.
 */
export async function bindSocket(server: Server, path: string): Promise<void> {
  try {
    await listeningAlone(server, path)
  } catch (cause) {
    if (codeOf(cause) !== 'EADDRINUSE') throw new Error(`Cannot listen on ${path}: ${whyNot(cause)}`, { cause })
    if (!(await lstat(path)).isSocket()) throw new Error(`Cannot listen on ${path}: it exists and is not a socket`, { cause })
    if (await somebodyListens(path)) throw new Error(`Cannot listen on ${path}: another server listens there`, { cause })
    await unlink(path)
    await listeningAlone(server, path)
  }
}

/** The socket is created within the synchronous call, so it never exists with other permissions. */
function listeningAlone(server: Server, path: string): Promise<void> {
  const before = process.umask(othersMayNot)
  try {
    return listening(server, { path })
  } finally {
    process.umask(before)
  }
}

function somebodyListens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    // Only this code means that nobody listens. In doubt the socket is left alone.
    socket.on('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED'))
  })
}

function whyNot(error: unknown): string {
  // Node reports both in this way.
  if (codeOf(error) === 'EACCES') return 'its folder does not exist, or this user may not write there'
  return error instanceof Error ? error.message : String(error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
