import { describe, expect, test } from 'vitest'
import { callCommand, returning, SUCCEEDED } from './call-command.ts'
import { useEnvironment, useFolder } from './command-surroundings.ts'

const { file } = useFolder()
useEnvironment()

describe('wfhost batch with standard output that was kept in a file', () => {
  const respond = returning(SUCCEEDED)

  test('refuses that of another workflow, and continues beside a batch that began alike', async () => {
    const input = file('kept.jsonl', '{"n":1}\n{"n":2}')
    const keepOutput = async (flowId: string, name: string, ...options: string[]) => {
      const { out } = await callCommand(['batch', flowId, '--input', input, '--concurrency', '1', ...options], { fetch: respond })
      return file(name, out)
    }
    const resume = (flowId: string, output: string) =>
      callCommand(['batch', flowId, '--input', input, '--output', output, '--resume'], { fetch: respond })

    const other = await keepOutput('flow', 'flow-out.jsonl')
    const refused = await resume('other', other)
    expect([refused.code, refused.sent]).toEqual([2, []])
    expect(refused.err).toContain('it records workflow flow, not other. Use another file')

    const begun = await keepOutput('other', 'other-out.jsonl', '--max-runs', '1')
    const continued = await resume('other', begun)
    expect([continued.code, continued.sent.length]).toEqual([0, 1])
    expect(continued.err).toContain('1 succeeded, 0 failed, 0 refused, 0 may have run, 1 before')
  })

  test('continues beside a batch of the same workflow whose output began with the same line', async () => {
    const monday = file('monday.jsonl', '{"n":1}\n{"n":2}\n{"n":3}')
    const tuesday = file('tuesday.jsonl', '{"n":1}\n{"n":4}\n{"n":5}')
    const line = ['--concurrency', '1']
    const first = await callCommand(['batch', 'flow', '--input', monday, ...line], { fetch: respond })
    file('monday-out.jsonl', first.out)
    const second = await callCommand(['batch', 'flow', '--input', tuesday, ...line, '--max-runs', '2'], { fetch: respond })
    const output = file('tuesday-out.jsonl', second.out)
    expect(second.out.split('\n')[0]).toBe(first.out.split('\n')[0])

    const continued = await callCommand(['batch', 'flow', '--input', tuesday, '--output', output, '--resume'], { fetch: respond })
    expect([continued.code, continued.sent.length]).toEqual([0, 1])
  })
})
