import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { callCommand } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

const breaks: readonly (readonly [name: string, respond: RequestListener])[] = [
  ['before the response', ({ socket }) => socket.destroy()],
  [
    'within the body',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 20)
    },
  ],
]

test.each(breaks)(
  'a message has the reason why a connection broke %s, and not only the code of all reasons',
  async (_, respond) => {
    const server = createServer(respond).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    vi.stubEnv('WFHOST_BASE_URL', `http://127.0.0.1:${port}`)

    const { code, err } = await callCommand(['run', 'triage'], { fetch: (request) => fetch(request) })

    expect(code).toBe(5)
    expect(err).toMatch(/^wfhost: Cannot run workflow triage: the connection failed after \d+ s \(other side closed\)\n/)
    server.close()
  },
)

test('the record of a batch has the reason why a connection broke', async () => {
  const server = createServer(({ socket }) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  vi.stubEnv('WFHOST_BASE_URL', `http://127.0.0.1:${port}`)
  const output = at('record.jsonl')

  const input = file('inputs.jsonl', '{"subject":"x"}')
  await callCommand(['batch', 'triage', '--input', input, '--output', output], { fetch: (request) => fetch(request) })

  expect(readFileSync(output, 'utf8')).toMatch(/the connection failed after \d+ s \(other side closed\)"/)
  server.close()
})
