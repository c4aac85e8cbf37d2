// start.ts
import { createServer } from './server.ts'

const port = Number(process.env['PORT'] ?? 8080)
createServer().listen(port, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${port}\n`))
