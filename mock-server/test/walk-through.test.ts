import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { type Command, endCommands, startCommand, urlOf } from './start-command.ts'
import { outputPattern, readConsole } from './walk-through/read-console.ts'
import { sendCurl } from './walk-through/send-curl.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const shown = readConsole(readme)
const hasCurl = spawnSync('curl', ['--version']).status === 0

vi.setConfig({ testTimeout: 60_000 })

afterEach(endCommands)

/** The server as the README starts it, on a free port. */
function startAsShown(): Command {
  const [, args = ''] = /^```sh\nwfhost-mock (--world .*)\n```$/m.exec(readme) ?? []
  return startCommand(...args.split(' '), '--port', '0')
}

async function follow(send: Send): Promise<void> {
  const { host } = new URL(await urlOf(startAsShown()))
  for (const { command, output } of shown) {
    const printed = await send(command.replace('127.0.0.1:4010', host))
    expect(printed.replaceAll('\r', '').replaceAll(host, '127.0.0.1:4010').trimEnd(), command).toMatch(outputPattern(output))
  }
}

type Send = (command: string) => Promise<string>

const byFetch: readonly [string, Send] = ['fetch', sendCurl]
const byShell: readonly [string, Send] = [
  'a shell with curl',
  async (command) => execFileSync('sh', ['-c', command], { encoding: 'utf8' }),
]
const senders = hasCurl ? [byFetch, byShell] : [byFetch]
if (!hasCurl) console.log('walk-through: curl is not here, so that the commands are sent by fetch alone')

test('the walk-through has commands', () => {
  expect(shown.length).toBeGreaterThan(15)
})

test.each(senders)('every command of the walk-through prints what the README shows, sent by %s', (...[, send]) => follow(send))

test('an output that differs in more than what is left out is found', () => {
  expect('{"a":1,"b":2}').toMatch(outputPattern('{"a":…,"b":2}'))
  expect('{"a":1,"b":3}').not.toMatch(outputPattern('{"a":…,"b":2}'))
})
