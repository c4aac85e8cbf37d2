// The mock server of Scalar, which is a library: it needs a server and a parsed document.
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { createMockServer } from '@scalar/mock-server'
import { parse } from 'yaml'

const [, , apiDocument = '', port] = process.argv
const app = await createMockServer({ document: parse(readFileSync(apiDocument, 'utf8')) })
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' })
