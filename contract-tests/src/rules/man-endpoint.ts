import { getPublicManifest } from '../calls/registry.ts'
import { expectStatus, expectThat } from '../expectations.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manEndpoint: Rule = {
  requirement: 'MAN-ENDPOINT',
  statement: 'GET of the public manifest with a tool-hosting key is answered with 200 and JSON',
  check,
}

async function check(target: Target): Promise<void> {
  const exchange = await getPublicManifest(target, target.fixtures.registry)
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', in: exchange })
}
