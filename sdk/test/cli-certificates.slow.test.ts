import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const program = ['--conditions=@wfhost/source', join(import.meta.dirname, '../src/cli.ts')]

const [cert, key] = ['cert', 'key'].map((name) => readFileSync(new URL(`tls/${name}.pem`, import.meta.url)))

const servers: readonly (readonly [name: string, server: Server, remedy: string])[] = [
  [
    'an untrusted certificate',
    createHttpsServer({ cert, key }),
    '(DEPTH_ZERO_SELF_SIGNED_CERT)\nwfhost: name a certificate to trust in NODE_EXTRA_CA_CERTS\n',
  ],
  [
    'no TLS',
    createHttpServer(),
    '(ERR_SSL_WRONG_VERSION_NUMBER)\nwfhost: the server does not use TLS: the URL may have to begin with http://\n',
  ],
]

test.each(servers)('a server with %s leads to the remedy for it', async (_, server, remedy) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Variables of the machine, such as NODE_EXTRA_CA_CERTS or HTTPS_PROXY, would change the result.
  const environment = { PATH: process.env['PATH'], WFHOST_BASE_URL: `https://127.0.0.1:${port}`, WFHOST_API_KEY: 'canary' }

  const child = spawn(process.execPath, [...program, 'run', 'triage'], { env: environment })
  const [errorOutput] = await Promise.all([text(child.stderr), once(child, 'exit')])

  expect(errorOutput).toContain(remedy)
  expect(child.exitCode).toBe(6)
  server.closeAllConnections()
  server.close()
})
