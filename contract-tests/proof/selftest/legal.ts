import { describeSuite } from '../../src/engine/check-server.ts'
import { checks, permissions } from '../../src/engine/checks.ts'
import { runSuite } from '../../src/engine/run-suite.ts'
import { localSettleMs } from '../../src/local/settle-ms.ts'
import type { TargetDescription } from '../../src/target/connect-target.ts'
import { describeLegalServer } from '../variants/legal-server.ts'
import type { LegalVariation } from '../variants/legal-variation.ts'
import { type LoneServer, loneServers } from '../variants/lone-servers.ts'
import { pairwise } from '../variants/pairwise.ts'
import { serveIndependentServer } from '../variants/serve-independent-server.ts'
import { serveWireServer } from '../variants/serve-wire-server.ts'
import { legalVariations } from '../variants/variants.ts'
import { type WireServer, wireServers } from '../variants/wire-servers.ts'
import type { CaseResult, SelfTest, SelfTestCase } from './self-test.ts'

/** A server that conforms and differs from ours passes every check, in one respect, in several at once, and in all. */
export const legal: SelfTest = {
  id: 'legal',
  statement: 'no check fails on a server that conforms but differs from ours',
  // Together they wait, and do not keep each other from being in time.
  atOnce: 10,
  listCases: () => [
    ...legalVariations.map((variation) => legalCase('alone', [variation])),
    ...pairwise(legalVariations).map((variations) => legalCase('in combination', variations)),
    ...loneServers.map(loneCase),
    ...wireServers.map(wireCase),
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

// One of each kind of answer.
const askedOverTheWire = [
  ...['run-result', 'run-error', 'run-malformed', 'run-async-unique', 'key-invalid', 'flow-unknown'],
  ...['man-content', 'man-empty', 'man-execute', 'org-auth', 'exe-endpoint', 'limit-429', 'limit-retry-after'],
]

function wireCase(server: WireServer): SelfTestCase {
  return {
    name: server.name,
    run: () => askServed(() => serveWireServer(server), { shows: 'over the wire', only: askedOverTheWire }),
  }
}

function askIndependentServer(): Promise<CaseResult> {
  return askServed(serveIndependentServer, { shows: 'written from nothing' })
}

async function askServed(
  serve: () => ReturnType<typeof serveIndependentServer>,
  { shows, ...only }: { readonly shows: string; readonly only?: readonly string[] },
): Promise<CaseResult> {
  const { close, description } = await serve()
  try {
    return await complaints(shows, { ...description, ...only })
  } finally {
    await close()
  }
}

async function complaints(
  shows: string,
  description: TargetDescription & { readonly only?: readonly string[] | undefined },
): Promise<CaseResult> {
  const { report } = await runSuite(checks, {
    options: describeSuite({ settleMs: localSettleMs, ...description, allow: permissions }),
  })
  const problems = report.checks
    .filter(({ verdict }) => !['pass', 'warn', 'observed'].includes(verdict))
    .map(({ id, message, verdict }) => `${id} is ${verdict}: ${message}`)
  return { shows: problems.length === 0 ? shows : 'false alarm', problems }
}
