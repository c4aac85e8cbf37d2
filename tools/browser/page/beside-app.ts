import { createMockHost, createSampleWorld, sampleKeys } from '@wfhost/mock-server'
import { createMswHandler } from '@wfhost/mock-server/msw'
import { createWorkflowClient } from '@wfhost/sdk'
import { setupWorker } from 'msw/browser'

// The built file, which the page serves.
type Inspector = typeof import('../../../mock-server/inspector/public/inspector.d.ts')
const built = '/inspector.js'

/** An app, its service behind MSW, and beside it the inspector of that service: all in one page, without a server. */
async function start(): Promise<void> {
  const { mountInspector }: Inspector = await import(built)
  const host = createMockHost(createSampleWorld)
  await setupWorker(createMswHandler(host, { baseUrl: 'https://workflows.example' })).start({ quiet: true })
  const client = createWorkflowClient({ baseUrl: 'https://workflows.example', apiKey: sampleKeys.workflows.echo })
  const [button, beside] = [document.createElement('button'), document.createElement('div')]
  button.textContent = 'Run the workflow'
  button.onclick = () => client.run('echo', { text: 'from the app' })
  document.body.append(button, beside)
  Object.assign(beside.style, { height: '600px' })
  mountInspector(beside, { fetch: host.fetch, url: 'http://localhost' })
}

await start()
