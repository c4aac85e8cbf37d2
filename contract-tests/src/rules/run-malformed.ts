import { runWorkflow } from '../calls/run-workflow.ts'
import { control, expectStatus } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const runMalformed: Rule = {
  requirement: 'RUN-MALFORMED',
  statement: 'a body that is not JSON, or not an object, is refused with 400',
  check,
}

async function check(target: Target): Promise<void> {
  const workflow = target.fixtures.echo
  control(await runWorkflow(target, { workflow, text: '{"args":[],"mode":"sync"}' }))
  const nearlyJson = [
    '{"args":[],"mode":"sync"',
    '{"args":[],"mode":"sync"}x',
    '{"args":[],"mode":"sync",}',
    "{'args':[],'mode':'sync'}",
    '{args:[],mode:"sync"}',
    '{"args":[],/* all */"mode":"sync"}',
    `{"args":[{"name":${JSON.stringify(workflow.parameters.number)},"value":NaN}],"mode":"sync"}`,
    `{"args":[{"name":${JSON.stringify(workflow.parameters.string)},"value":"two\nlines"}],"mode":"sync"}`,
  ]
  for (const text of [...nearlyJson, 'args=1', '[]', '"text"', 'null', '']) {
    expectStatus(await runWorkflow(target, { workflow, text }), 400)
  }
}
