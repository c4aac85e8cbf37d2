import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { createSandbox, type Evaluation } from './sandbox.ts'

// The thread of one sandbox: it is ended from outside when it is late, whatever it does.
const sandbox = await createSandbox()
const calls: Int32Array<SharedArrayBuffer> = workerData
// Deno refuses this port below.
const isDeno = 'Deno' in globalThis
if (isDeno) parentPort?.on('message', answer)
parentPort?.postMessage('ready')
// Between calls it sleeps, without an event loop, which takes longer than most expressions.
for (let heard = 0; parentPort !== null && !isDeno; ) {
  Atomics.wait(calls, 0, heard)
  heard = Atomics.load(calls, 0)
  for (let call = receiveMessageOnPort(parentPort); call !== undefined; call = receiveMessageOnPort(parentPort)) {
    answer(call.message)
  }
}

function answer(evaluation: Evaluation): void {
  parentPort?.postMessage(sandbox.evaluate(evaluation))
}
