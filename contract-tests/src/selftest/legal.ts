import { describeSuite } from '../check-server.ts'
import { checks } from '../conformance/checks.ts'
import { permissions } from '../conformance/permission.ts'
import { runSuite } from '../conformance/run-suite.ts'
import type { TargetDescription } from '../connect-target.ts'
import { describeLegalServer } from '../legal-servers/legal-server.ts'
import type { LegalVariation } from '../legal-servers/legal-variation.ts'
import { type LoneServer, loneServers } from '../legal-servers/lone-servers.ts'
import { pairwise } from '../legal-servers/pairwise.ts'
import { serveIndependentServer } from '../legal-servers/serve-independent-server.ts'
import { legalVariations } from '../legal-servers.ts'
import type { CaseResult, SelfTest, SelfTestCase } from './self-test.ts'

/** A server that conforms and differs from ours passes every check, in one respect, in several at once, and in all. */
export const legal: SelfTest = {
  id: 'legal',
  statement: 'no check cries wolf on a server that conforms and differs',
  // Together they wait, and do not keep each other from being in time.
  atOnce: 10,
  listCases: () => [
    ...legalVariations.map((variation) => legalCase('alone', [variation])),
    ...pairwise(legalVariations).map((variations) => legalCase('in combination', variations)),
    ...loneServers.map(loneCase),
    { name: 'a server that shares no code with ours', run: askIndependentServer },
  ],
}

function legalCase(shows: string, variations: readonly LegalVariation[]): SelfTestCase {
  return {
    name: variations.map(({ variation }) => variation).join(', and '),
    run: () => complaints(shows, describeLegalServer(variations)),
  }
}

function loneCase({ describe, name, only }: LoneServer): SelfTestCase {
  return { name, run: () => complaints('elsewhere or slow', { ...describe(), only }) }
}

async function askIndependentServer(): Promise<CaseResult> {
  const { close, description } = await serveIndependentServer()
  try {
    return await complaints('written from nothing', description)
  } finally {
    await close()
  }
}

async function complaints(
  shows: string,
  description: TargetDescription & { readonly only?: readonly string[] | undefined },
): Promise<CaseResult> {
  const { report } = await runSuite(checks, { options: describeSuite({ ...description, allow: permissions }) })
  const problems = report.checks
    .filter(({ verdict }) => !['pass', 'warn', 'observed'].includes(verdict))
    .map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  return { shows: problems.length === 0 ? shows : 'false alarm', problems }
}
