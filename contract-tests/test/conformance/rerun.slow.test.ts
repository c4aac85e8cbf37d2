import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMockService, createSampleWorld } from '@wfhost/mock-server'
import { listen } from '@wfhost/mock-server/http'
import { expect, test } from 'vitest'

const node = [process.execPath, '--conditions=@wfhost/source']
const mock = [...node, fileURLToPath(new URL('../../../mock-server/src/cli.ts', import.meta.url))]
const suite = [...node, fileURLToPath(new URL('../../src/cli.ts', import.meta.url))]

/** Runs a line in a shell that finds the command in the folder. */
function runLine(line: string, cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', `PATH=.:$PATH; ${line}`], { cwd }, (error, output) => {
      resolve({ code: Number(error?.code ?? 0), output })
    })
  })
}

function readConfig(port: string): Promise<string> {
  const [command = '', ...words] = [...mock, 'conformance-config', '--port', port]
  return new Promise((resolve) => {
    execFile(command, words, (_error, output) => resolve(output))
  })
}

/** Returns the commands of a report that run some checks again, as a reader copies them. */
function readCommands(html: string): string[] {
  const texts = [...html.matchAll(/<pre[^>]*>(wfhost-conformance [^<]* --only [^<]*)<\/pre>/g)].map(([, text = '']) => text)
  return texts.map((text) => text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

test('each command of a report that runs a check again runs in a shell, with any name of the configuration', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rerun-'))
  const service = createMockService(createSampleWorld())
  service.addFault({ kind: 'status', status: 500, operation: 'getPublicManifest' })
  const server = await listen(service.fetch)
  try {
    writeFileSync(join(folder, "my server's.yaml"), await readConfig(new URL(server.url).port))
    const script = `#!/bin/sh\nexec ${suite.map((word) => `'${word}'`).join(' ')} "$@"\n`
    writeFileSync(join(folder, 'wfhost-conformance'), script, { mode: 0o755 })
    const only = '--only man-endpoint --output reports'
    expect(await runLine(`wfhost-conformance run -c 'my server'\\''s.yaml' ${only}`, folder)).toMatchObject({ code: 1 })

    const commands = [...new Set(readCommands(readFileSync(join(folder, 'reports/report.html'), 'utf8')))]
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) {
      const { code, output } = await runLine(command, folder)
      expect({ command, code }).toEqual({ command, code: 1 })
      expect(output).toContain('NON-CONFORMANT')
    }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
})
