import compression from 'compression'
import cors from 'cors'
import express, { type Request, type RequestHandler } from 'express'
import { rateLimit } from 'express-rate-limit'
import helmet from 'helmet'
import methodOverride from 'method-override'
import passport from 'passport'
import { Strategy } from 'passport-http-bearer'
import { waitUntilListening } from './listen.ts'
import { readKey, type Serve } from './server.ts'

const path = '/api/v2/external/flows/:flowId/published-run'

// By default, five requests a minute are allowed, so that no team keeps this default.
const limit = rateLimit({ limit: 10_000 })

export const serve: Serve = async (engine, { mended }) => {
  const app = express()
  app.use(compression(), cors(), helmet(), limit)
  if (!mended.includes('method')) app.use(methodOverride())
  app.use(express.json())
  if (!mended.includes('bearer')) app.post(path, createKeyReader())

  app.post(path, async (request: Request<{ flowId: string }>, response) => {
    const key = mended.includes('bearer') ? readKey(request.get('authorization')) : String(request.user)
    const { body, status } = await engine.run({ flowId: request.params.flowId, key, body: request.body })
    response.status(status).json(body)
  })

  return waitUntilListening(app.listen(0, '127.0.0.1'))
}

/** Creates the middleware that finds the key of a request. The engine decides whether a key is valid. */
function createKeyReader(): RequestHandler {
  const authenticator = new passport.Passport()
  authenticator.use(new Strategy((key, done) => done(null, key)))

  return authenticator.authenticate('bearer', { session: false })
}
