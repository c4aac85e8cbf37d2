import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { SUCCESS } from './faults.ts'
import { response, startRawServer } from './raw-server.ts'

test('A client sends what the call needs and nothing else, and writes nothing to disk', { timeout: 20_000 }, async () => {
  const heads: string[] = []
  await using server = await startRawServer({
    onRequest: ({ text, socket }) => {
      heads.push(text)
      socket.write(response(200, { body: SUCCESS }))
    },
  })
  // Without the permission to write, a write would be an error.
  const permissions = ['--permission', '--allow-fs-read=*']
  const script = `
    import { writeFileSync } from 'node:fs'
    import { createWorkflowClient } from '@wfhost/sdk'
    const client = createWorkflowClient({ baseUrl: '${server.url}', apiKey: 'canary', logLevel: 'off' })
    const run = await client.run('flow')
    let denied
    try { writeFileSync('x', '') } catch (error) { denied = error.code }
    process.stdout.write(run.status + ' ' + denied)`
  const line = [...permissions, '--conditions=@wfhost/source', '--input-type=module', '-e', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, line, { cwd: import.meta.dirname })
  expect(stdout).toBe('success ERR_ACCESS_DENIED')
  expect(stderr).toBe('')
  expect(heads).toHaveLength(1)
  const names = [...((heads[0] ?? '').split('\r\n\r\n')[0]?.matchAll(/^([\w-]+):/gm) ?? [])].map(([, name]) =>
    name?.toLowerCase(),
  )
  const ofFetch = 'accept accept-encoding accept-language connection content-length host sec-fetch-mode'
  expect(names.sort()).toEqual(['authorization', 'content-type', 'user-agent', ...ofFetch.split(' ')].sort())
})
