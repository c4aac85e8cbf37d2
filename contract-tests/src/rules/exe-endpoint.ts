import { executeTool } from '../calls/registry.ts'
import { expectStatus, expectThat } from '../expectations.ts'
import { shows } from '../leaves.ts'
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
  expectStatus(exchange, 200)
  expectThat(shows(exchange.body, execute.shows), { expected: `"${execute.shows}" in the response`, in: exchange })
}
