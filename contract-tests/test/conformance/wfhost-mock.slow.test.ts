import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCommandLine } from '../../proof/contract-server.ts'

const command = ['--conditions=@wfhost/source', fileURLToPath(new URL('../../../mock-server/src/cli.ts', import.meta.url))]

test('wfhost-mock is conformant with the configuration that it prints, in repeated runs without a blocked check', {
  timeout: 120_000,
}, async () => {
  const server = spawn(process.execPath, [...command, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let printed = ''
    let port: string | undefined
    for await (const chunk of server.stdout) {
      printed += String(chunk)
      port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]
      if (port !== undefined) break
    }
    const config = await promisify(execFile)(process.execPath, [...command, 'conformance-config', '--port', port ?? ''])
    // The server stores 1,000 runs, and forgets some of them in the second and in the third run of the suite.
    for (const _run of ['first', 'second', 'third']) {
      const { code, errors, output } = await runCommandLine(['run', '--json'], { config: config.stdout })
      expect(errors).toBe(
        'Afterwards: workflow spare was published, so that no later publish of it is the first one\n' +
          'Afterwards: workflow rotated has a new key',
      )
      const { checks, requirements, verdict } = JSON.parse(output)
      expect(checks.filter((check: { verdict: string }) => !['pass', 'observed'].includes(check.verdict))).toEqual([])
      expect({ code, verdict, untested: requirements.untested }).toEqual({ code: 0, verdict: 'CONFORMANT', untested: 0 })
    }
  } finally {
    server.kill()
    await once(server, 'exit')
  }
})
