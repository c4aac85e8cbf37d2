import { parentPort } from 'node:worker_threads'
import { createSandbox, type Evaluation } from './sandbox.ts'

// The thread of one sandbox: it is ended from outside when it is late, whatever it does.
const sandbox = await createSandbox()
parentPort?.on('message', (evaluation: Evaluation) => parentPort?.postMessage(sandbox.evaluate(evaluation)))
parentPort?.postMessage('ready')
