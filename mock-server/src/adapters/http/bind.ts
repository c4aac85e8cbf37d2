import { lstat, unlink } from 'node:fs/promises'
import { type AddressInfo, connect, type ListenOptions as NodeListenOptions, type Server } from 'node:net'
import type { ListenOptions } from './listen-options.ts'

/**
 * Binds a server to a port.
 *
 * @throws {Error} in one line if the port is in use or the host is not an address of this machine.
 */
export async function bind(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await listening(server, { host, port }).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`Cannot listen on ${host}:${port}: ${whyNotPort(cause, host)}`, { cause })
  })
  // The address of a server on a port always has this type.
  return server.address() as AddressInfo
}

function listening(server: Server, where: NodeListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function whyNotPort({ code, message }: NodeJS.ErrnoException, host: string): string {
  if (code === 'EADDRINUSE') return 'the port is taken'
  if (code === 'EACCES') return 'this user may not; take a port from 1024'
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `"${host}" is no address of this machine`
  return message
}

// Only this user may read and write: whoever can connect can control the server.
const othersMayNot = 0o177

/**
 * Binds a server to the path of a unix socket. A socket that a killed server left behind is replaced.
 *
 * @throws {Error} in one line if another server listens there, or if the path is not a socket.
 */
export async function bindSocket(server: Server, path: string): Promise<void> {
  // What `sockaddr_un` has room for. It is asked for here, as a page that imports this has no process.
  const longestSocket = process.platform === 'linux' ? 107 : 103
  const excess = process.platform === 'win32' ? 0 : Buffer.byteLength(path) - longestSocket
  // The system would cut it, and nobody would find the server.
  if (excess > 0) throw new Error(`Cannot listen on ${path}: the path of a socket may have ${longestSocket} bytes; shorten it`)
  try {
    await listeningAlone(server, path)
  } catch (cause) {
    if (codeOf(cause) !== 'EADDRINUSE') throw new Error(`Cannot listen on ${path}: ${whyNotSocket(cause)}`, { cause })
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

function whyNotSocket(error: unknown): string {
  // Node reports both in this way.
  if (codeOf(error) === 'EACCES') return 'its folder does not exist, or this user may not write there'
  return error instanceof Error ? error.message : String(error)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** The origin of a server. An IPv6 address, the only host with a colon, is put in brackets (RFC 3986, section 3.2.2). */
export function originOf({
  host,
  port,
  secure = false,
}: {
  readonly host: string
  readonly port: number
  readonly secure?: boolean
}): string {
  return `${secure ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** The loopback address for each address that means all interfaces. */
const everywhere = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** The URL of a server before it listens; with a free port or a unix socket, one that no other server can have. */
export function ownUrlOf({ host = '127.0.0.1', port = 0, socket, tls }: ListenOptions): string {
  return originOf({
    host: everywhere.get(host) ?? host,
    port: socket === undefined ? port : 0,
    secure: tls !== undefined,
  })
}
