import { type Arguments, createWorkflowClient, RateLimitError } from '@wfhost/sdk'
import { type ReactNode, useState } from 'react'

/** Runs a workflow, and shows its result. */
export function RunButton({ apiKey, args, flowId }: RunButtonProps): ReactNode {
  const [answer, setAnswer] = useState('')
  async function run(): Promise<void> {
    const client = createWorkflowClient({ baseUrl: 'https://workflows.example', apiKey, maxRetries: 0 })
    try {
      const run = await client.run(flowId, args)
      setAnswer(run.status === 'success' ? JSON.stringify(run.result) : `Failed: ${run.error.value}`)
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error
      setAnswer(`Again in ${Math.ceil((error.retryAfterMs ?? 0) / 1000)} s`)
    }
  }
  return (
    <>
      <button type="button" onClick={run}>
        Run
      </button>
      <output>{answer}</output>
    </>
  )
}

interface RunButtonProps {
  readonly apiKey: string
  readonly flowId: string
  readonly args: Arguments
}
