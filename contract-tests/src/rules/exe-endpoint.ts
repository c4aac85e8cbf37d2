import { executeTool } from '../calls/registry.ts'
import { expectSuccess, expectThat } from '../expectations.ts'
import { answerShows } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const exeEndpoint: Rule = {
  requirement: 'EXE-ENDPOINT',
  statement: 'POST to the execute endpoint with a tool-hosting key runs the tool with its arguments',
  check,
}

async function check(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const exchange = await executeTool(target, { key: registry.key, payload: execute.payload })
  expectSuccess(exchange)
  expectThat(answerShows(exchange, execute.shows), { expected: `"${execute.shows}" in the response`, in: exchange })
}
