import { sampleKeys } from '@wfhost/mock-server'
import { createWorkflowClient } from '@wfhost/sdk'
import { createRoot } from 'react-dom/client'
import { TriageForm } from './triage-form'

if (import.meta.env.MODE === 'worker') await (await import('./world-in-page')).startWorld()
// In production a page has no key: it calls a route of its server, which has the key.
const client = createWorkflowClient({ baseUrl: location.origin, apiKey: sampleKeys.workflows, maxRetries: 0 })
const root = document.querySelector('#root')
if (root !== null) createRoot(root).render(<TriageForm client={client} />)
