import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = `
  import { createWorkflowClient, runMany } from '@wfhost/sdk'
  process.on('warning', ({ name }) => process.stdout.write(name))
  const body = JSON.stringify({ status: 'success', result: 1, stepOutputs: {} })
  const later = () => new Promise((resolve) => setTimeout(resolve, 20))
  const fetch = async () => (await later(), new Response(body))
  const { signal } = new AbortController()
  const client = createWorkflowClient({ baseUrl: 'http://localhost', apiKey: 'canary', fetch, signal })
  await Promise.all(Array.from({ length: 30 }, () => client.run('flow', {}, { signal })))
  for await (const _ of runMany(client, 'flow', Array(30).fill({}), { signal, concurrency: 30 }));
  process.stdout.write('done')`

test('30 concurrent runs on one signal lead to no warning, on this Node and with the default limits of Node 20', async () => {
  // Node 20 counts the listeners of a signal like those of any other EventTarget. Later versions count them only on request.
  const limits = `import { setMaxListeners } from 'node:events'; const Original = AbortController;
    globalThis.AbortController = class extends Original { constructor() { super(); setMaxListeners(10, this.signal) } };`
  const line = ['--conditions=@wfhost/source', '--input-type=module', '-e', limits + script]
  const { stdout } = await promisify(execFile)(process.execPath, line, { cwd: import.meta.dirname })
  expect(stdout).toBe('done')
})
