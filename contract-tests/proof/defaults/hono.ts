import type { Server } from 'node:http'
import { serve as listen } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { waitUntilListening } from './listen.ts'
import { readKey, type Serve } from './server.ts'

export const serve: Serve = async (engine, { mended }) => {
  const app = new Hono()
  const path = '/api/v2/external/flows/:flowId/published-run'
  // The middleware refuses a header of another form with 400, and compares the name of the scheme with its case.
  if (!mended.includes('bearer')) app.use(path, bearerAuth({ verifyToken: (token) => token !== '' }))

  app.post(path, async (context) => {
    const key = readKey(context.req.header('authorization'))
    const { body, status } = await engine.run({
      flowId: context.req.param('flowId'),
      key,
      body: await readBody(context, mended),
    })
    return context.json(body, status as ContentfulStatusCode)
  })

  return waitUntilListening(listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server)
}

/** Reads a JSON body. A body that is not JSON throws a SyntaxError, for which Hono responds with 500. */
async function readBody(context: Context, mended: readonly string[]): Promise<unknown> {
  if (!mended.includes('body')) return context.req.json()
  return context.req.json().catch(() => undefined)
}
