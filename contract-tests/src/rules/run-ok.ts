import { runWorkflow } from '../calls/run-workflow.ts'
import { expectStatus, expectThat, objectBody } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import { RuleWarning } from '../rule-violation.ts'
import type { Target } from '../target.ts'

export const runOk: Rule = {
  requirement: 'RUN-OK',
  statement: 'a successful call of a sync run is answered with 200 and a run result',
  check,
}

async function check(target: Target): Promise<void> {
  const exchange = await runWorkflow(target, { workflow: target.fixtures.echo, mode: 'sync' })
  expectStatus(exchange, 200)
  // A page to log in comes with 200, too.
  expectThat('status' in objectBody(exchange), { expected: 'the result of a run, with a status', in: exchange })
  const type = exchange.headers.get('content-type') ?? 'none'
  // The source document has JSON everywhere, and no word on the type of an answer.
  if (!/^application\/(.+\+)?json\b/i.test(type))
    throw new RuleWarning(`expected the type application/json, found ${type}`, exchange)
}
