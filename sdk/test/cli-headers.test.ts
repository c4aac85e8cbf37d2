import { expect, test } from 'vitest'
import { callCommand } from './call-command.ts'
import { useEnvironment } from './command-surroundings.ts'

useEnvironment()

test.each(['a b: c', 'X-Größe: 1', 'a\n: c', '(a): c'])(
  'refuses a header with a name that HTTP does not allow: %j',
  async (header) => {
    const { code, err, sent } = await callCommand(['run', 'triage', '--header', header])
    expect([code, sent]).toEqual([2, []])
    expect(err).toContain('Expected a name of letters, digits and hyphens before the colon')
  },
)
