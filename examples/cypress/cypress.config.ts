import { createMockHost, createSampleWorld, type Fault } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { defineConfig } from 'cypress'

export default defineConfig({
  e2e: {
    baseUrl: 'http://localhost:3000',
    supportFile: false,
    specPattern: 'e2e/*.cy.ts',
    // The page reaches the services at this address; what a test changes there, it changes by these tasks.
    setupNodeEvents: async (on) => {
      const host = createMockHost(createSampleWorld)
      await listen(host, { port: 4010, cors: true })
      const { service } = host
      on('task', {
        reset: () => service.reset().then(() => null),
        addFault: (fault: Fault) => service.addFault(fault),
        received: (operation: 'executeTool') => service.received({ operation }).length,
      })
    },
  },
})
