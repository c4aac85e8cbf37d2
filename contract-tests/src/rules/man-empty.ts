import { getPublicManifest } from '../calls/registry.ts'
import { control, expectStatus, expectThat } from '../expectations.ts'
import { answerShows } from '../leaves.ts'
import type { Rule } from '../rule.ts'
import type { Target } from '../target.ts'

export const manEmpty: Rule = {
  requirement: 'MAN-EMPTY',
  statement: 'a manifest for which nothing qualifies is 400 with the message No published toolsets',
  check,
}

async function check(target: Target): Promise<void> {
  control(await getPublicManifest(target, target.fixtures.registry))
  const exchange = await getPublicManifest(target, target.fixtures.nothingPublished)
  expectStatus(exchange, 400)
  expectThat(answerShows(exchange, 'No published toolsets'), { expected: '"No published toolsets"', in: exchange })
}
