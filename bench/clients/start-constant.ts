import { findPort } from '../measure/find-port.ts'
import { type ServerProcess, startProcess } from '../measure/start-process.ts'
import { serverFile } from '../servers/sides.ts'

/** Starts the server that gives every request the same answer. */
export function startConstant(): Promise<ServerProcess & { readonly url: string }> {
  return startServer('constant')
}

/** Starts one of the compiled servers on a free port. */
export async function startServer(name: string): Promise<ServerProcess & { readonly url: string }> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  return { ...(await startProcess({ args: [serverFile(name), String(port)], url })), url }
}
