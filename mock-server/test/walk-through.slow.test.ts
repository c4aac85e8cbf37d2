import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { sendCurl } from '../../scripts/send-curl.ts'
import { type Command, endCommands, startCommand, urlOf } from './start-command.ts'
import { outputPattern, readConsole } from './walk-through/read-console.ts'

const page = readFileSync(new URL('../../site/pages/server/walk-through.md', import.meta.url), 'utf8')
const shown = readConsole(page)

vi.setConfig({ testTimeout: 60_000 })

afterEach(endCommands)

/** The server as the page starts it, on a free port. */
function startAsShown(): Command {
  const [, args = ''] = /^```sh\nwfhost-mock (--world .*)\n```$/m.exec(page) ?? []
  return startCommand(...args.split(' '), '--port', '0')
}

test('the walk-through has commands', () => {
  expect(shown.length).toBeGreaterThan(15)
})

test('every command of the walk-through prints what the page shows', async () => {
  const { host } = new URL(await urlOf(startAsShown()))
  for (const { command, output } of shown) {
    const printed = await sendCurl(command.replace('127.0.0.1:4010', host))
    expect(printed.replaceAll('\r', '').replaceAll(host, '127.0.0.1:4010').trimEnd(), command).toMatch(outputPattern(output))
  }
})

test('an output that differs in more than what is left out is found', () => {
  expect('{"a":1,"b":2}').toMatch(outputPattern('{"a":…,"b":2}'))
  expect('{"a":1,"b":3}').not.toMatch(outputPattern('{"a":…,"b":2}'))
})
