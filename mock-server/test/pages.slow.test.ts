import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { count } from '../../tools/scripts/count.ts'
import { hasCurl, sendCurl } from '../../tools/scripts/send-curl.ts'
import { type Command, endCommands, startCommand, urlOf } from './start-command.ts'

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const operating = readPage('operating')
const chapter = operating.slice(operating.indexOf('## Try it'), operating.indexOf('## Surviving a restart'))
const walkThrough = readPage('walk-through')
const marker = '--- next command'

afterEach(endCommands)

function readPage(name: string): string {
  return readFileSync(new URL(`../../docs/pages/server/${name}.md`, import.meta.url), 'utf8')
}

/** Returns the output of one shell for each command, in a folder of its own, with `wfhost-mock` from source. */
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

test('every command of the chapter on operating prints the output on the page', { timeout: 120_000 }, async () => {
  const chapters = readConsole(chapter)
  // To a certificate only curl can speak.
  const runnable = hasCurl ? chapters : chapters.filter(({ command }) => !command.includes('curl '))
  const printed = await printedBy(runnable.map(({ command }) => command))
  for (const [index, { command, output }] of runnable.entries()) {
    expect(printed[index]?.trimEnd(), command).toMatch(outputPattern(output))
  }
  for (const option of ['--state', '--engine prism', 'guard']) {
    expect(chapter).toContain(`$ start ${option}`)
  }
  count({ documentation: { 'commands of the chapter on operating': runnable.length } })
  if (!hasCurl) count({ 'curl is not installed': { 'commands that nobody sent': chapters.length - runnable.length } })
})

function startAsPrinted(): Command {
  const [, args = ''] = /^```sh\nwfhost-mock (--world .*)\n```$/m.exec(walkThrough) ?? []
  return startCommand(...args.split(' '), '--port', '0')
}

test('every command of the walk-through prints the output on the page', { timeout: 60_000 }, async () => {
  const printedCommands = readConsole(walkThrough)
  expect(printedCommands.length).toBeGreaterThan(15)
  const { host } = new URL(await urlOf(startAsPrinted()))
  for (const { command, output } of printedCommands) {
    const printed = await sendCurl(command.replace('127.0.0.1:4010', host))
    expect(printed.replaceAll('\r', '').replaceAll(host, '127.0.0.1:4010').trimEnd(), command).toMatch(outputPattern(output))
  }
})

test('finds an output that differs outside the omitted parts', () => {
  expect('{"a":1,"b":2}').toMatch(outputPattern('{"a":…,"b":2}'))
  expect('{"a":1,"b":3}').not.toMatch(outputPattern('{"a":…,"b":2}'))
})

/** A command of a page with its output. `…` in the output matches any text. */
interface PrintedCommand {
  readonly command: string
  readonly output: string
}

/** Reads the blocks fenced as `console`: lines with a `$` are commands, and those below what they print. */
function readConsole(markdown: string): PrintedCommand[] {
  const blocks = Array.from(markdown.matchAll(/^```console\n(.*?)^```$/gms), ([, block = '']) => block)
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((visible) => {
        const [command = '', ...output] = visible.trimEnd().split('\n')
        return { command, output: output.join('\n') }
      }),
  )
}

function outputPattern(output: string): RegExp {
  const pieces = output.split('…').map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pieces.join('.*')}$`, 's')
}
