// check.ts: starts the server on a free port, and runs the suite on it. Its exit code is the one of the suite.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from './server.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' ? address?.port : undefined
const suite = spawn('wfhost-conformance', ['run', '-c', 'wfhost-conformance.yaml', '--output', 'reports'], {
  stdio: 'inherit',
  env: { ...process.env, BACKEND_URL: `http://127.0.0.1:${port}` },
})
const [code] = await once(suite, 'exit')
server.close()
process.exitCode = code ?? 1
