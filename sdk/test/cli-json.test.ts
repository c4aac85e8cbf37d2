import { describe, expect, test, vi } from 'vitest'
import { callCommand } from './call-command.ts'
import { useEnvironment } from './command-surroundings.ts'

useEnvironment()

describe('wfhost', () => {
  test('--log-format json writes each line of the log as JSON, without a key', async () => {
    vi.stubEnv('WFHOST_LOG', 'debug')
    const { err } = await callCommand(['run', 'triage', '--log-format', 'json'])
    const lines = err.trim().split('\n')

    const [first] = lines.map((line): unknown => JSON.parse(line))
    expect(first).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: 'debug',
      message: expect.stringMatching(/^POST http:\/\/localhost.*, attempt 1$/),
    })
    expect(lines).toHaveLength(2)
  })

  test('completion --json prints an object with the script', async () => {
    const script = (await callCommand(['completion', 'bash'])).out
    expect(JSON.parse((await callCommand(['completion', 'bash', '--json'])).out)).toEqual({ shell: 'bash', script })
  })
})
