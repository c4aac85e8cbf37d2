import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMockHost, createSampleWorld, type Fault } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { defineConfig } from 'cypress'

const port = Number(process.env['PORT'] ?? 3000)

export default defineConfig({
  e2e: {
    baseUrl: `http://127.0.0.1:${port}`,
    supportFile: false,
    specPattern: 'e2e/*.cy.ts',
    // Cypress tries the address above when this function has ended. Tests change the world with these tasks.
    setupNodeEvents: async (on, { projectRoot }) => {
      const host = createMockHost(createSampleWorld)
      const page = await readFile(join(projectRoot, 'triage.html'), 'utf8')
      // Replaces the server of your page, which passes on the requests for the API.
      const fetch = async (request: Request) =>
        new URL(request.url).pathname === '/'
          ? new Response(page, { headers: { 'content-type': 'text/html' } })
          : host.fetch(request)
      await listen({ fetch }, { port })
      const { service } = host
      on('task', {
        reset: () => service.reset().then(() => null),
        addFault: (fault: Fault) => service.addFault(fault),
        received: (flowId: string) => service.journal({ flowId }).length,
      })
    },
  },
})
