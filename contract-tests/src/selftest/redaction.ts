import { createMockService } from '@wfhost/mock-server'
import { contractFixtures, createContractWorld } from '../local/contract-world.ts'
import { checkService } from './check-service.ts'
import type { SelfTest } from './self-test.ts'

/** A server that echoes the key that it is sent, in four forms, gets it into no report. */
export const redaction: SelfTest = {
  name: 'no report shows a key that a hostile server echoes',
  run: async () => {
    const { key } = contractFixtures.echo
    const service = createMockService(createContractWorld())
    const { report } = await checkService({ ...service, fetch: async (request) => echo(request) })
    const text = JSON.stringify(report)
    const forms = [key, btoa(key), encodeURIComponent(key)]
    const shown = text.includes('$CANARY') ? [] : ['the key was never echoed, so nothing is shown']
    return {
      cases: forms.length,
      failures: [...shown, ...forms.filter((form) => text.includes(form)).map((form) => `shows ${form}`)],
    }
  },
}

function echo(request: Request): Response {
  const key = (request.headers.get('authorization') ?? '').replace(/^bearer /i, '')
  const forms = [key, btoa(key), encodeURIComponent(key), JSON.stringify(key)]
  const error = { name: key, value: forms.join(' '), traceback: forms.join('\n') }
  return Response.json(
    { status: 'failed', error, stepOutputs: { [key]: forms } },
    { headers: { 'x-echo': encodeURIComponent(key) } },
  )
}
