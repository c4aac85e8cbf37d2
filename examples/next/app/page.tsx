import { createWorkflowClient } from '@wfhost/sdk'
import type { ReactNode } from 'react'
import { TriageForm } from './triage-form'

export const dynamic = 'force-dynamic'

/** Runs on the server, for each request of the page. */
export default async function Page(): Promise<ReactNode> {
  const run = await createWorkflowClient().run<{ readonly team: string }>('support-triage', { subject: 'A refund' })
  return (
    <main>
      <p>{run.status === 'success' ? `The last one was for ${run.result.team}` : run.error.value}</p>
      <TriageForm />
    </main>
  )
}
