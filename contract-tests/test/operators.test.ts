import { expect, test } from 'vitest'
import { onResult } from '../src/broken-servers/on-answer.ts'
import { documentedMembers, operate, operators, whyLegal } from '../src/broken-servers/operators.ts'
import { openLocalTarget } from '../src/local/open-local-target.ts'
import { rules } from '../src/rules.ts'
import { runRule } from '../src/run-rule.ts'

const kinds = ['success', 'failed'] as const
const names = ['drop', 'rename', 'retype', 'empty'] as const
const cases = kinds.flatMap((kind) =>
  documentedMembers[kind].flatMap((path) => names.map((name) => ({ kind, path, name, legal: whyLegal(name, path) }))),
)
// The steps of the run that succeeds are empty already.
const changed = cases.filter(({ kind, name, path }) => !(kind === 'success' && name === 'empty' && path === 'stepOutputs'))
const about = new Set(['RUN-STATUS', 'RUN-RESULT', 'RUN-ERROR', 'RUN-STEPS', 'RUN-STEPS-FAILED', 'RUN-SYNC-BODY'])

test.each(changed.filter(({ legal }) => legal === undefined))(
  'a rule finds that $name was done to $path of a run with status $kind',
  async (change) => {
    expect(await failedRules(change)).not.toEqual([])
  },
)

test.each(changed.filter(({ legal }) => legal !== undefined))(
  'no rule minds that $name was done to $path, since $legal',
  async (change) => {
    expect(await failedRules(change)).toEqual([])
  },
)

async function failedRules({ kind, name, path }: (typeof cases)[number]): Promise<string[]> {
  const breakService = onResult(kind, (body) => operate(body, { operator: operators[name], path: path.split('/') }))
  const failed: string[] = []
  for (const rule of rules.filter(({ requirement }) => about.has(requirement))) {
    const { close, target } = await openLocalTarget('core', { breakService })
    const { requirement, verdict } = await runRule(rule, { target, readers: [] })
    await close()
    if (verdict === 'fail') failed.push(requirement)
  }
  return failed
}
