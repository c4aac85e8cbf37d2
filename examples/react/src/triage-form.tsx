import { RateLimitError, type WorkflowClient } from '@wfhost/sdk'
import { type ReactNode, useState } from 'react'

interface TriageFormProps {
  readonly client: WorkflowClient
}

/** Finds the responsible team with a workflow, waits for it or not, and shows the result. */
export function TriageForm({ client }: TriageFormProps): ReactNode {
  const [subject, setSubject] = useState('')
  const [answer, setAnswer] = useState('')
  async function tell(asking: Promise<string>): Promise<void> {
    try {
      setAnswer(await asking)
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error
      setAnswer(`Try again in ${Math.ceil((error.retryAfterMs ?? 0) / 1000)} s`)
    }
  }
  async function ask(): Promise<string> {
    const run = await client.run('support-triage', { subject })
    return run.status === 'success' ? JSON.stringify(run.result) : `Not answered: ${run.error.value}`
  }
  async function start(): Promise<string> {
    const { runId } = await client.start('support-triage', { subject })
    return `Started as ${runId}`
  }
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <label>
        Subject <input value={subject} onChange={({ target }) => setSubject(target.value)} />
      </label>
      <button type="button" onClick={() => tell(ask())}>
        Ask
      </button>
      <button type="button" onClick={() => tell(start())}>
        Start
      </button>
      <output>{answer}</output>
    </form>
  )
}
