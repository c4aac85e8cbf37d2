import { once } from 'node:events'
import { contractFixtures } from '../../src/local/contract-world.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import { createIndependentServer } from './independent-server.ts'

/** The independent server while it listens on this machine. */
interface ServedIndependently {
  readonly description: TargetDescription
  readonly close: () => Promise<void>
}

/** Serves a server that shares nothing with the reference server but the source document. */
export async function serveIndependentServer(): Promise<ServedIndependently> {
  const { credits, limitTo, publish, regenerate, server, succeededRuns } = createIndependentServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Cannot reach the server: it has no port')
  const description: TargetDescription = {
    name: 'independent server',
    baseUrl: `http://127.0.0.1:${address.port}`,
    fixtures: {
      ...contractFixtures,
      organization: { ...contractFixtures.organization, sessionCookie: 'sid=session-acme' },
      execute: { payload: { call: 'mail.send', input: 'needle-7f3' }, shows: 'needle-7f3' },
      executeFailing: { call: 'mail.fail' },
      executeEnvironment: { ...contractFixtures.executeEnvironment, payload: { call: 'mail.sender' } },
    },
    hooks: {
      publishWorkflow: async (flowId) => publish(flowId),
      regenerateKey: async (flowId) => regenerate(flowId),
      creditBalance: async () => credits(),
      limitRate: async ({ requests }) => limitTo(requests),
      endedRuns: succeededRuns,
    },
  }
  const close = async (): Promise<void> => {
    server.close()
    await once(server, 'close')
  }
  return { description, close }
}
