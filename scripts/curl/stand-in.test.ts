import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockService, createSampleWorld, sampleKeys, toCurl } from '@wfhost/mock-server'
import { createSelfSignedCertificate, listen } from '@wfhost/mock-server/http'
import { afterAll, expect, test } from 'vitest'

const service = createMockService(createSampleWorld())
const server = await listen(service)
const standIn = fileURLToPath(new URL('stand-in', import.meta.url))
afterAll(() => server.close())

function shell(command: string): Promise<{ readonly stdout: string }> {
  return promisify(execFile)('sh', ['-c', command], { env: { ...process.env, PATH: `${standIn}:${process.env['PATH']}` } })
}

test('the stand-in for curl sends what the command says, and prints the answer with its head', async () => {
  const request = {
    method: 'POST',
    path: '/api/v2/external/flows/echo/published-run',
    headers: { authorization: `Bearer ${sampleKeys.workflows['echo']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ args: [{ name: 'text', value: "it's" }] }),
  }
  const { stdout } = await shell(`${toCurl({ request }, server.url)} -sS -i`)
  const [head = '', answer = ''] = stdout.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(JSON.parse(answer)).toMatchObject({ status: 'success', result: { text: "it's" } })
})

test('the stand-in for curl leaves out a header that is emptied, and sends a form like curl otherwise', async () => {
  const url = `${server.url}/api/v2/external/flows/echo/published-run`
  await shell(`curl -s -d '{}' '${url}'`)
  await shell(`curl -s -H 'content-type:' --data-binary '{}' '${url}'`)
  const types = service.journal().map(({ request }) => request.headers['content-type'])
  expect(types.slice(-2)).toEqual(['application/x-www-form-urlencoded', undefined])
})

test('the stand-in for curl goes to a unix socket, trusts a certificate, and writes to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'curl-'))
  const socket = join(folder, 'mock.sock')
  const tls = createSelfSignedCertificate(['127.0.0.1'], new Date())
  const [bySocket, byTls] = await Promise.all([listen(service, { socket }), listen(service, { tls })])
  await writeFile(join(folder, 'ca.pem'), tls.cert)
  await shell(`curl -s -o '${folder}/answer' --unix-socket '${socket}' http://localhost/nothing`)
  expect(await readFile(join(folder, 'answer'), 'utf8')).toContain('Nothing is at /nothing')
  const { stdout } = await shell(`curl -s --cacert '${folder}/ca.pem' '${byTls.url}/nothing'`)
  expect(stdout).toContain('Nothing is at /nothing')
  await expect(shell(`curl -s '${byTls.url}/nothing'`)).rejects.toThrow(/self.signed/)
  await Promise.all([bySocket.close(), byTls.close()])
  await rm(folder, { recursive: true })
})

test.each([
  ['an option that it does not know', '--compressed http://localhost', /Unknown option '--compressed'/],
  ['a server that is not there', 'http://127.0.0.1:1', /ECONNREFUSED/],
])('the stand-in for curl fails with %s', async (_, ...[args, says]) => {
  await expect(shell(`curl ${args}`)).rejects.toThrow(says)
})
