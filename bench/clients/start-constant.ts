import { findPort } from '../measure/find-port.ts'
import { type ServerProcess, startProcess } from '../measure/start-process.ts'
import { serverFile } from '../servers/sides.ts'

/** Starts the server that gives every request the same answer. */
export async function startConstant(): Promise<ServerProcess & { readonly url: string }> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  return { ...(await startProcess({ args: [serverFile('constant'), String(port)], url })), url }
}
