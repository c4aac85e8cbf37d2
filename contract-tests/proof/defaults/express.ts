import express from 'express'
import { waitUntilListening } from './listen.ts'
import { readKey, type Serve } from './server.ts'

export const serve: Serve = async (engine) => {
  const app = express()
  app.use(express.json())

  app.post('/api/v2/external/flows/:flowId/published-run', async (request, response) => {
    const { flowId } = request.params
    const { body, status } = await engine.run({ flowId, key: readKey(request.get('authorization')), body: request.body })
    response.status(status).json(body)
  })

  return waitUntilListening(app.listen(0, '127.0.0.1'))
}
