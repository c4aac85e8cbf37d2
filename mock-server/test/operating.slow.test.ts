import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { count } from '../../scripts/count.ts'
import { hasCurl } from '../../scripts/send-curl.ts'
import { outputPattern, readConsole } from './walk-through/read-console.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const page = readFileSync(new URL('../../site/pages/server/operating.md', import.meta.url), 'utf8')
const chapter = page.slice(page.indexOf('## Try it'), page.indexOf('## Surviving a restart'))
const marker = '--- next command'

/** What one shell prints for each command, in a folder of its own, with `wfhost-mock` from source. */
async function printedBy(commands: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'operating-'))
  const command = join(folder, 'wfhost-mock')
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" --conditions=@wfhost/source "${cli}" "$@"\n`)
  chmodSync(command, 0o755)
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` }
  // In a group of its own, so that the servers which it leaves behind can be ended with it.
  const shell = spawn('sh', ['-c', commands.join(`\necho '${marker}'\n`)], { cwd: folder, env, detached: true })
  let printed = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.on('data', (chunk) => {
      printed += String(chunk)
    })
  }
  await once(shell, 'exit')
  await expect.poll(() => printed.split(`${marker}\n`).length).toBe(commands.length)
  if (shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL')
  rmSync(folder, { recursive: true })
  return printed.split(`${marker}\n`)
}

test('every command of the chapter on operating prints what the page shows', { timeout: 120_000 }, async () => {
  const chapters = readConsole(chapter)
  // Of what goes through a socket or to a certificate only curl can speak.
  const shown = hasCurl ? chapters : chapters.filter(({ command }) => !command.includes('curl '))
  const printed = await printedBy(shown.map(({ command }) => command))
  for (const [index, { command, output }] of shown.entries()) {
    expect(printed[index]?.trimEnd(), command).toMatch(outputPattern(output))
  }
  for (const option of ['--socket', '--state', '--engine prism', '--guard']) {
    expect(chapter).toContain(`$ start ${option}`)
  }
  count({ documentation: { 'commands of the chapter on operating': shown.length } })
  if (!hasCurl) count({ 'curl is not installed': { 'commands that nobody sent': chapters.length - shown.length } })
})
