import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { openFolder, openWorld } from '../for-one-test.ts'

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s lifts the limit, writes the reports, and reports the remaining changes', async (signal, expected) => {
  const limits: unknown[] = []
  let resolve = () => {}
  const limited = new Promise<void>((done) => {
    resolve = done
  })
  const world = await openWorld((service) => ({
    ...service,
    setRateLimit: (limit) => {
      limits.push(limit?.requests)
      service.setRateLimit(limit)
    },
    // Requests after the limit get no response, so the check is still running when the signal comes.
    fetch: (request) => {
      if (limits.length === 0) return service.fetch(request)
      resolve()
      return new Promise<never>(() => {})
    },
  }))
  const folder = await openFolder()
  await writeFile(join(folder, 'target.yaml'), stringify(world.config))
  const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
  const only = ['--only', 'key-created,limit-429,run-ok']
  const args = ['--conditions=@wfhost/source', cli, 'run', '-c', 'target.yaml', '--output', 'reports', ...only]
  const child = spawn(process.execPath, args, { cwd: folder })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  await limited
  const ended = once(child, 'exit')
  child.kill(signal)
  expect(await ended).toEqual([expected, null])
  expect(output).toContain(`, exit code ${expected}\n`)
  expect(limits.at(-1)).toBe(1_000_000)
  expect(output).toMatch(new RegExp(`The run was interrupted \\(${signal}\\) .*\\n.*\\n.*limit-429, limit-429\\.parallel\\n`))
  expect(output).toContain('Afterwards: workflow publishable was published')
  expect(await readdir(join(folder, 'reports'))).toContain('junit.xml')
  const report = JSON.parse(await readFile(join(folder, 'reports', 'report.json'), 'utf8'))
  expect(report).toMatchObject({ verdict: 'INCOMPLETE' })
})
