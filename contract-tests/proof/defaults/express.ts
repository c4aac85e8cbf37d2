import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { readKey, type Serve } from './server.ts'

export const serve: Serve = async (engine) => {
  const app = express()
  app.use(express.json())

  app.post('/api/v2/external/flows/:flowId/published-run', async (request, response) => {
    const { flowId } = request.params
    const { body, status } = await engine.run({ flowId, key: readKey(request.get('authorization')), body: request.body })
    response.status(status).json(body)
  })

  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
