// Prism's own HTTP server without its command line and without a log: the fastest way that it has.
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'

const silent = Object.fromEntries(
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success'].map((level) => [level, () => {}]),
)
const logger = Object.assign(silent, { child: () => logger })
const [port, document = ''] = process.argv.slice(2)
const server = createServer(await getHttpOperationsFromSpec(document), {
  cors: false,
  config: {
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    isProxy: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
  // A logger of Prism is one of pino with one level more; this has the methods that are called.
  components: { logger: logger as never },
})
await server.listen(Number(port), '127.0.0.1')
