// The reference server, as published. A second one, on the next port, has a rate limit of zero.
import { createMockService } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { createBenchWorld } from './create-bench-world.ts'

const port = Number(process.argv[2])
const limit = { requests: 0, windowMs: 60_000 }
await listen(createMockService({ ...createBenchWorld(), rateLimit: limit }), { port: port + 1 })
await listen(createMockService(createBenchWorld()), { port })
