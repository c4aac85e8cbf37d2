import { atOnce, executeTool, getPublicManifest, pollUntil, together } from '../../calls.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { ExecuteFixture, Target } from '../../target/target.ts'
import { control, controlSuccess, expectStatus, expectSuccess, expectThat, inEach } from '../expectations.ts'
import { type RuleTable, RuleViolation } from '../rule.ts'
import { answerShows, readManifest } from './manifest-contents.ts'
import { worded } from './payloads.ts'
import { profiles } from './tool-hosting-keys.ts'

export const concurrentRequestRules = {
  'EXE-ENDPOINT.parallel': {
    statement: 'each of several executions at once is answered with what its own arguments make of it',
    since: '2026-12',
    lookAt: 'what executions share: a variable outside of the execution, or a connection that is used twice',
    check: exeEndpointParallel,
  },
  'HOST-ENV.parallel': {
    statement: 'each of several executions at once sees the variables of the environment profile of its own key',
    since: '2026-12',
    lookAt: 'how an execution gets its variables: in the environment of a process that others share they change under it',
    check: hostEnvParallel,
  },
  'EXE-CREDIT.parallel': {
    statement: 'each of several executions at once takes one credit',
    lookAt: 'how a credit is taken: in one step, and not by a balance that is read first and written afterwards',
    check: exeCreditParallel,
  },
  'MAN-ORG.parallel': {
    statement: 'each of several manifests that are read at once is the one of its own key',
    since: '2026-12',
    lookAt: 'what is kept of the key of a request: in a variable of the process, or in a cache that has not the key in its own',
    check: manOrgParallel,
  },
} satisfies RuleTable

async function exeEndpointParallel(target: Target): Promise<void> {
  const { execute, executeEnvironment, registry } = target.fixtures
  const { key } = registry
  const own = { ...execute, key, shows: execute.shows ?? '' }
  const beside = { ...executeEnvironment, key, shows: executeEnvironment.shows.registry }
  const [one, other] = [worded(own, '-2'), worded(own, '-3')]
  // Not every tool takes another text: then two tools run beside each other.
  const takesIt = execute.shows !== undefined && answerShows(await executeTool(target, one), one)
  await expectOwn(target, takesIt ? [one, other, beside] : [own, beside], 'of its own arguments')
}

async function hostEnvParallel(target: Target): Promise<void> {
  const { executeEnvironment } = target.fixtures
  const { shows } = executeEnvironment
  const kinds = profiles.map((name) => ({ ...executeEnvironment, key: target.fixtures[name].key, shows: shows[name] }))
  await expectOwn(target, kinds, 'of the profile of its own key')
}

type Execution = ExecuteFixture & { readonly key: string; readonly shows: string }

/** Executes each kind alone, and then all of them at once: each answer is that of its own. */
async function expectOwn(target: Target, kinds: readonly Execution[], what: string): Promise<void> {
  const execute = async (kind: Execution) => ({ kind, exchange: await executeTool(target, kind) })
  for (const kind of kinds) controlSuccess((await execute(kind)).exchange)
  const all = Array.from({ length: atOnce / kinds.length }, () => kinds).flat()
  await inEach(await Promise.all(all.map(execute)), async ({ exchange, kind }) => {
    expectSuccess(exchange)
    expectThat(answerShows(exchange, kind), { expected: `"${kind.shows}" ${what}`, in: exchange })
  })
}

async function exeCreditParallel(target: Target): Promise<void> {
  const { fixtures } = target
  const { execute, registry } = fixtures
  const executeWith = (key: string) => executeTool(target, { key, payload: execute.payload })
  await expectCredits(target, atOnce, () => together(() => executeWith(registry.key)))
  if (!('otherOrganization' in fixtures)) return
  const { key } = fixtures.otherOrganization
  // Whether that key executes it is not shown (EXE-PAYLOAD): whatever it does, the other organization pays for it.
  await expectCredits(target, atOnce / 2, async () => {
    const answers = await together((index) => executeWith(index % 2 === 0 ? registry.key : key))
    return answers.filter((_, index) => index % 2 === 0)
  })
}

/** What executions at once take from the organization of `registry`, of which it gets the answers. */
async function expectCredits(target: Target, count: number, send: () => Promise<readonly Exchange[]>): Promise<void> {
  await target.settled('executions')
  const before = await target.hooks.creditBalance()
  const answers = await send()
  for (const answer of answers) controlSuccess(answer)
  await target.settled('executions')
  const ask = async () => before - (await target.hooks.creditBalance())
  const reason = 'credits to be taken'
  const credits = await pollUntil(target, { ask, isThere: (taken) => taken === count, withinMs: target.settleMs, reason })
  if (credits === count) return
  const beside = count === atOnce ? '' : ` beside ${atOnce - count} of another organization`
  const found = `found ${credits}: the balance was ${before}, and is ${before - credits}`
  throw new RuleViolation(`expected ${count} credits taken by ${count} executions at once${beside}, ${found}`, answers[0])
}

async function manOrgParallel(target: Target): Promise<void> {
  const { otherEnvironment, otherOrganization, registry } = target.fixtures
  const keys = [registry, otherEnvironment, otherOrganization]
  for (const { key } of keys) control(await getPublicManifest(target, { key }))
  const read = await Promise.all([...keys, ...keys].map(async (own) => ({ own, exchange: await getPublicManifest(target, own) })))
  await inEach(read, async ({ exchange, own: { listed, notListed } }) => {
    expectStatus(exchange, 200, `one of ${read.length} manifests that are read at once`)
    const toolSets = listed.map(({ toolSet }) => toolSet)
    const { lists } = readManifest(target, exchange, listed)
    const missing = toolSets.filter((toolSet) => !lists(toolSet))
    const foreign = notListed.filter(lists)
    const found = [...missing.map((name) => `no ${name}`), ...foreign].join(', ')
    expectThat(found === '', { expected: `the tool sets of the key, ${toolSets.join(', ')}, found ${found}`, in: exchange })
  })
}
