import { lstat, unlink } from 'node:fs/promises'
import { connect, type Server } from 'node:net'
import { listening } from './bind.ts'

// Reading and writing for the user alone: who may connect may control the server.
const othersMayNot = 0o177

/**
 * Binds a server to the path of a unix socket. One that a killed server left behind is replaced.
 *
 * @throws {Error} in one line when somebody listens there, or when the path is something else.
 */
export async function bindSocket(server: Server, path: string): Promise<void> {
  try {
    await listeningAlone(server, path)
  } catch (cause) {
    if (codeOf(cause) !== 'EADDRINUSE') throw new Error(`Cannot listen on ${path}: ${whyNot(cause)}`, { cause })
    if (!(await lstat(path)).isSocket()) throw new Error(`Cannot listen on ${path}: it is there and no socket`, { cause })
    if (await somebodyListens(path)) throw new Error(`Cannot listen on ${path}: somebody listens there`, { cause })
    await unlink(path)
    await listeningAlone(server, path)
  }
}

/** The socket is made within the call, so nobody else finds it with other permissions in between. */
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
    // Only this one says that nobody does; what cannot be known is left as it is.
    socket.on('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED'))
  })
}

function whyNot(error: unknown): string {
  // Node says the second of both.
  if (codeOf(error) === 'EACCES') return 'its folder does not exist, or this user may not write there'
  return error instanceof Error ? error.message : String(error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
