import { spawn } from 'node:child_process'
import type { Step } from './steps.ts'

/** How a step ended. */
export interface StepResult {
  readonly step: Step
  readonly passed: boolean
  readonly output: string
  readonly seconds: number
}

/** Runs a step to its end and keeps what it printed. */
export async function runStep(step: Step): Promise<StepResult> {
  const [command, ...args] = step.command
  const start = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const passed = await new Promise<boolean>((resolve) => {
    child.once('error', (error) => {
      chunks.push(Buffer.from(`Cannot run ${command}: ${error.message}\n`))
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  return { step, passed, output: Buffer.concat(chunks).toString(), seconds: (performance.now() - start) / 1000 }
}
