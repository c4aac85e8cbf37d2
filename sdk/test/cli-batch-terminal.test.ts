import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { callCommand, FAILED, returning, SUCCEEDED } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { at, file } = useFolder()
useEnvironment()

describe('wfhost batch shows a person', () => {
  test('draws a bar on a terminal', async () => {
    const input = file('bar.jsonl', '{"n":1}\n{"n":2}\n')
    const { err } = await callCommand(['batch', 'flow', '--input', input, '--concurrency', '1'], { terminal: 80 })
    expect(err).toContain('[###############---------------] 1/2')
    expect(err).toMatch(/\[#{30}\] 2\/2 .+\n╭─{78}╮\n│ 2 succeeded, /)
  })

  test('begins with its version and its inputs, and ends with a box that names the outcomes and the exit code', async () => {
    const input = file('box.jsonl', '{"n":1}\n')
    const output = at('box-out.jsonl')
    const line = ['batch', 'flow', '--input', input, '--output', output]
    const { err } = await callCommand(line, { terminal: 100, fetch: returning(FAILED) })
    expect(err).toMatch(/^wfhost\/client \d+\.\d+\.\d+ {2}batch flow, 1 inputs? from /)
    const box = err.slice(err.indexOf('╭')).trimEnd().split('\n')
    expect(box[1]).toMatch(/^│ 0 succeeded, 1 failed, .*, exit code 1 +│$/)
    expect(box[2]).toContain(`│ Outcomes  ${output}`)
    expect(box[4]).toContain('│ input 0 failed: MailboxFull: no room')
    expect(box.at(-1)).toMatch(/^╰─{92}╯$/)
  })

  test('hides a key in its box', async () => {
    const error = { name: 'E', value: 'the key is canary', traceback: '' }
    const line = ['batch', 'flow', '--input', file('boxed-echo.jsonl', '{"n":1}')]
    const { err } = await callCommand(line, { terminal: 80, fetch: returning({ ...FAILED, error }) })
    expect(err).toContain('│ input 0 failed: E: the key is [redacted]')
    expect(err).not.toContain('canary')
  })

  test('keeps the edges of its box around an error of several lines', async () => {
    const error = { name: 'E', value: 'first\n\tsecond', traceback: '' }
    const line = ['batch', 'flow', '--input', file('lines.jsonl', '{"n":1}')]
    const { err } = await callCommand(line, { terminal: 80, fetch: returning({ ...FAILED, error }) })
    const box = err.slice(err.indexOf('╭')).trimEnd().split('\n')
    expect(box.map((row) => row.length)).toEqual(box.map(() => 80))
    expect(box).toContainEqual(expect.stringContaining('│ input 0 failed: E: first second '))
  })

  test('draws nothing on a terminal that has no size', async () => {
    const input = file('sizeless.jsonl', '{"n":1}\n')
    const { err } = await callCommand(['batch', 'flow', '--input', input], { terminal: 0 })
    expect(err).toMatch(/^1\/1 .+\n1 succeeded/)
  })

  test('shows on a terminal of any width the reason and the duration of a wait', async () => {
    const input = file('paused.jsonl', '{"n":1}\n{"n":2}\n')
    const responses = [() => new Response('', { status: 429, headers: { 'retry-after': '3' } })]
    const fetch = async () => responses.pop()?.() ?? Response.json(SUCCEEDED)
    const { code, err } = await callCommand(['batch', 'flow', '--input', input, '--concurrency', '1'], { terminal: 30, fetch })
    expect(code).toBe(0)
    for (const left of [3, 2, 1]) expect(err.replaceAll('\n', '')).toContain(`paused for ${left} s: `)
    for (const line of err.split('\n')) expect(stripVTControlCharacters(line).length).toBeLessThanOrEqual(30)
  })

  test('prints one line with the reason of a wait without a terminal', async () => {
    const input = file('pausing.jsonl', '{"n":1}\n')
    const responses = [() => new Response('', { status: 429, headers: { 'retry-after': '1' } })]
    const fetch = async () => responses.pop()?.() ?? Response.json(SUCCEEDED)
    const { err } = await callCommand(['batch', 'flow', '--input', input], { fetch })
    expect(err).toMatch(/^paused for 1 s: the service responded with 429\n1\/1 /)
  })

  test('prints one line for a wait that several runs cause at nearly the same time', async () => {
    const input = file('pausing-together.jsonl', '{"n":1}\n{"n":2}\n{"n":3}\n')
    let refused = 0
    const fetch = async () => {
      refused += 1
      if (refused > 3) return Response.json(SUCCEEDED)
      await setTimeout(10 * refused)
      return new Response('', { status: 429, headers: { 'retry-after': '1' } })
    }
    const { err } = await callCommand(['batch', 'flow', '--input', input], { fetch })
    expect(err.match(/paused for /g)).toHaveLength(1)
  })

  test('writes neither to its output nor to the terminal a key that a failed run echoes', async () => {
    const output = at('echo-out.jsonl')
    const error = { name: 'E', value: 'the key is canary', traceback: 'canary' }
    const fetch = returning({ ...FAILED, error })
    const { err } = await callCommand(['batch', 'flow', '--input', file('echo.jsonl', '{"n":1}'), '--output', output], { fetch })
    expect(err).toContain('input 0 failed: E: the key is [redacted]')
    expect(err + readFileSync(output, 'utf8')).not.toContain('canary')
  })

  test('stops after several unknown outcomes in a row, and prints how to continue', async () => {
    const input = file('broken.jsonl', '{"n":1}\n'.repeat(50))
    const limits = ['--max-unknown', '1', '--concurrency', '1']
    const line = ['batch', 'flow', '--input', input, '--output', at('broken-out.jsonl'), ...limits]
    const stop = new AbortController()
    const fetch = async () => {
      stop.abort()
      return Response.json({}, { status: 503 })
    }
    const { code, err, sent } = await callCommand(line, { fetch, stop: stop.signal })
    expect([code, sent.length]).toEqual([5, 1])
    expect(err).toContain('49 not started')
    expect(err).toContain('the same line with --resume continues with the inputs that did not run')
  })

  test('does not advise to continue if it was interrupted during its last input', async () => {
    const stop = new AbortController()
    const fetch = async () => {
      stop.abort()
      return Response.json({ status: 'success', result: 1, stepOutputs: {} })
    }
    const line = ['batch', 'flow', '--input', file('last.jsonl', '{"n":1}\n'), '--output', at('last-out.jsonl')]
    const { err } = await callCommand(line, { fetch, stop: stop.signal })
    expect(err).not.toContain('--resume')
  })
})
