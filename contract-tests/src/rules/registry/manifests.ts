import { executeTool, getManifestAgain, getPublicManifest, pollUntil, together, urlOf } from '../../calls.ts'
import { NotDeclared } from '../../target/connect-target.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { RegistryFixture, Target } from '../../target/target.ts'
import { control, expectStatus, expectSuccess, expectThat, inEach } from '../expectations.ts'
import { ControlFailed, type RuleTable, RuleWarning } from '../rule.ts'
import {
  answerShows,
  expectNoToolSet,
  expectNothingForeign,
  expectTool,
  expectToolSet,
  expectVersion,
  type ManifestReading,
  readManifest,
  references,
  weaknessOf,
  weaknessOfNames,
} from './manifest-contents.ts'

export const manifestRules = {
  'MAN-ENDPOINT': {
    statement: 'GET of the public manifest with a tool-hosting key is answered with 200 and JSON',
    check: manEndpoint,
  },
  'MAN-ORG': { statement: 'one URL gives each key the manifest of its own organization', check: manOrg },
  'MAN-CONTENT': {
    statement: 'the manifest lists every tool set, private or public, with a published version and at least one tool',
    check: manContent,
  },
  'MAN-VERSION': {
    statement: 'the manifest lists the version that is published to the profile of the key',
    lookAt: 'which version is read for a manifest: that of the publication to the profile, not the first or the latest',
    check: manVersion,
  },
  'MAN-VERSION.published': {
    statement: 'once another version is published to the profile, the manifest of that profile alone lists that one',
    since: '2026-12',
    lookAt: 'how long a manifest is kept in a cache, and what a publication does to it',
    check: manVersionPublished,
  },
  'MAN-VERSION.parallel': {
    statement:
      'a manifest that is read while another version is published lists the one or the other, and each one the other later',
    since: '2026-12',
    lookAt: 'how a publication replaces the one before: in one step, and in the memory of each process',
    check: manVersionParallel,
  },
  'MAN-SKIP': {
    statement: 'a tool set without a version for the profile of the key, or without a tool, is not listed',
    check: manSkip,
  },
  'MAN-EMPTY': {
    statement: 'a manifest for which nothing qualifies is 400 with the message No published toolsets',
    check: manEmpty,
  },
  'MAN-EMPTY.unpublished': {
    statement: 'the public manifest of an organization that has published nothing is 400, too: only the other one falls back',
    since: '2026-12',
    lookAt: 'whether the two manifests share the code that falls back to the latest version (sections 4.2 and 4.3)',
    check: manEmptyUnpublished,
  },
  'MAN-EXECUTE': { statement: 'the manifest refers to the execute endpoint, which answers', check: manExecute },
} satisfies RuleTable

async function manEndpoint(target: Target): Promise<void> {
  const exchange = await getPublicManifest(target, target.fixtures.registry)
  expectStatus(exchange, 200)
  expectThat(exchange.body !== undefined, { expected: 'a JSON body', in: exchange })
}

/** The manifest of a key, which has to be there. */
async function readPublic(target: Target, { key, listed }: Pick<RegistryFixture, 'key' | 'listed'>): Promise<ManifestReading> {
  return readManifest(target, control(await getPublicManifest(target, { key })), listed)
}

async function manOrg(target: Target): Promise<string | undefined> {
  const { otherOrganization, registry } = target.fixtures
  const own = await readPublic(target, registry)
  const other = await readPublic(target, otherOrganization)
  await inEach(otherOrganization.listed, async ({ toolSet }) => expectToolSet(other, toolSet, " of the key's organization"))
  await expectNothingForeign(own, registry, otherOrganization)
  return weaknessOfNames(registry, otherOrganization)
}

async function manContent(target: Target): Promise<void> {
  const { registry } = target.fixtures
  const reading = await readPublic(target, registry)
  await inEach(registry.listed, async (listed) => {
    expectToolSet(reading, listed.toolSet)
    expectTool(reading, listed)
    if (!reading.isRepeated(listed.toolSet)) return
    throw new RuleWarning(`expected tool set ${listed.toolSet} once, found the same entry more than once`, reading.exchange)
  })
}

/** The environment profile of each key decides the version. */
export async function manVersion(target: Target): Promise<string | undefined> {
  const { otherEnvironment, registry } = target.fixtures
  await inEach([registry, otherEnvironment], async (profile) => {
    const reading = await readPublic(target, profile)
    await inEach(profile.listed, async (listed) => expectVersion(reading, listed))
  })
  return weaknessOf(target)
}

async function manVersionPublished(target: Target): Promise<string | undefined> {
  const { registry } = target.fixtures
  const expectUntouched = await watchOtherProfile(target)
  const beside = async (before: ManifestReading) => {
    await expectUntouched()
    const again = await getManifestAgain(target, before.exchange, registry)
    if (again !== undefined) expectStatus(again, 200, 'a manifest with the ETag of before the publication')
  }
  return expectPublished(target, { read: (listed) => readPublic(target, { key: registry.key, listed }), beside })
}

/** Reads what the other profile of the organization lists, and returns what fails if a publication that was none to it shows there. */
async function watchOtherProfile(target: Target): Promise<() => Promise<void>> {
  const { fixtures } = target
  if (!('otherEnvironment' in fixtures)) return async () => {}
  const { key, listed } = fixtures.otherEnvironment
  const { toolSet, version } = fixtures.publishableToolSet
  const ask = () => readPublic(target, { key, listed: [...listed, ...listedInTurn(target)] })
  const shows = ({ insteadOf, lists }: ManifestReading) => lists(toolSet) && insteadOf({ toolSet, version }) === undefined
  if (shows(await ask())) return async () => {}
  return async () => {
    const reading = await ask()
    const expected = `no version ${version} of ${toolSet} for the key of the other environment, as it was published to one profile`
    expectThat(!shows(reading), { expected, in: reading.exchange })
  }
}

/** A manifest of the profile lists another version once that is published, and the one before again afterwards. */
export async function expectPublished(
  target: Target,
  {
    beside,
    read,
  }: {
    readonly read: (listed: RegistryFixture['listed']) => Promise<ManifestReading>
    /** What else is looked at once it shows. @default nothing */
    readonly beside?: (before: ManifestReading) => Promise<void>
  },
): Promise<string | undefined> {
  const { toolSet, version } = target.fixtures.publishableToolSet
  const ask = () => read(listedInTurn(target))
  const before = await ask()
  const published = publishedOf(target)
  expectVersion(before, published)
  const isShown = async (one: Shown) => (await ask()).insteadOf(one) === undefined
  await whilePublished(target, { isShown }, async () => {
    const reading = await pollUntil(target, {
      ask: () => firstOther(ask, ({ insteadOf }) => insteadOf({ toolSet, version }) === undefined),
      isThere: ({ insteadOf }) => insteadOf({ toolSet, version }) === undefined,
      withinMs: target.settleMs,
      reason: 'a publication to show in the manifest',
    })
    expectVersion(reading, { toolSet, version }, `, which was published ${target.settleMs} ms ago or less (settleMs)`)
    await beside?.(before)
  })
  return weaknessOf(target)
}

type Published = RegistryFixture['listed'][number]
type Shown = Pick<Published, 'toolSet' | 'version'>

/** How a publication is seen to have arrived. */
interface Arrival {
  readonly isShown: (one: Shown) => Promise<boolean>
  /** Whether the version of before is there by what costs something to ask, too. @default what is shown tells it */
  readonly isBack?: () => Promise<boolean>
}

/**
 * Publishes the other version of a tool set meanwhile, and the one before again afterwards. Each is given time to arrive
 * everywhere, the other one, too, which would show late behind it otherwise: the next check is to find what the fixtures say.
 */
export async function whilePublished<T>(target: Target, { isBack, isShown }: Arrival, look: () => Promise<T>): Promise<T> {
  const published = publishedOf(target)
  const { publishableToolSet: next } = target.fixtures
  try {
    await target.hooks.publishToolSet(next)
    return await look()
  } finally {
    await arrives(target, () => firstOther(() => isShown(next), Boolean))
    await target.hooks.publishToolSet(published)
    await arrives(target, async () => (await firstOther(() => isShown(published), Boolean)) && (await isBack?.()) !== false)
  }
}

/** Whatever it is that never arrives, the next check says it. */
async function arrives(target: Target, ask: () => Promise<boolean>): Promise<void> {
  const on = { ask, isThere: (isThere: boolean) => isThere, withinMs: target.settleMs, reason: 'a publication to show' }
  await pollUntil(target, on).catch(() => undefined)
}

/** Copies of a server take turns, and one of them may be later than the others. */
const answersInARow = 6

/** The first of several answers in a row that is not as expected, or the last one. */
async function firstOther<T>(ask: () => Promise<T>, isExpected: (answer: T) => boolean): Promise<T> {
  let answer = await ask()
  for (let asked = 1; asked < answersInARow && isExpected(answer); asked += 1) answer = await ask()
  return answer
}

async function manVersionParallel(target: Target): Promise<string | undefined> {
  const { publishableToolSet: next, registry } = target.fixtures
  const published = publishedOf(target)
  expectVersion(await readPublic(target, registry), published)
  const readTogether = () => together(() => getPublicManifest(target, registry))
  const whole = whilePublished(target, { isShown: (one) => isListed(target, one) }, async () => {
    const readingOf = (exchange: Exchange) => readManifest(target, exchange, listedInTurn(target))
    await inEach(await during, async (exchange) => {
      expectStatus(exchange, 200, 'a manifest that is read while a version is published')
      const reading = readingOf(exchange)
      expectToolSet(reading, next.toolSet, ', one version or the other')
      if (reading.insteadOf(next) !== undefined) expectVersion(reading, published, ` or ${next.version}`)
    })
    const isThere = (read: readonly Exchange[]) => read.every((exchange) => readingOf(exchange).insteadOf(next) === undefined)
    const reason = 'a publication to show in the manifest'
    const later = await pollUntil(target, { ask: readTogether, isThere, withinMs: target.settleMs, reason })
    await inEach(later, async (exchange) => {
      expectStatus(exchange, 200, 'a manifest that is read after a version was published')
      expectVersion(
        readingOf(exchange),
        next,
        `, in each of ${later.length} manifests that are read at once after it was published`,
      )
    })
  })
  // The publication is under way, and these are read meanwhile.
  const during = readTogether()
  await Promise.allSettled([whole, during])
  await whole
  return weaknessOf(target)
}

/** Whether the public manifest lists a version. */
export async function isListed(target: Target, one: Shown): Promise<boolean> {
  const { key } = target.fixtures.registry
  return (await readPublic(target, { key, listed: listedInTurn(target) })).insteadOf(one) === undefined
}

/** With both versions: where one is looked for without the other, it is taken for that of the format in `openapi: 3.1.0`. */
function listedInTurn(target: Target): RegistryFixture['listed'] {
  const { publishableToolSet, registry } = target.fixtures
  return [...registry.listed, { ...publishedOf(target), ...publishableToolSet }]
}

function publishedOf({ fixtures }: Target): Published {
  const { toolSet } = fixtures.publishableToolSet
  const published = fixtures.registry.listed.find((one) => one.toolSet === toolSet)
  if (published !== undefined) return published
  throw new NotDeclared(`fixtures.publishableToolSet names ${toolSet}, which fixtures.registry.listed does not have`)
}

async function manSkip(target: Target): Promise<void> {
  const { otherEnvironment, registry } = target.fixtures
  await inEach([registry, otherEnvironment], async (profile) => {
    const reading = await readPublic(target, profile)
    await inEach(profile.notListed, async (toolSet) => expectNoToolSet(reading, toolSet))
  })
}

async function manEmpty(target: Target): Promise<void> {
  control(await getPublicManifest(target, target.fixtures.registry))
  expectNothing(await getPublicManifest(target, target.fixtures.nothingPublished))
}

async function manEmptyUnpublished(target: Target): Promise<void> {
  control(await getPublicManifest(target, target.fixtures.registry))
  const exchange = await getPublicManifest(target, target.fixtures.unpublishedOrganization)
  const question = 'is fixtures.unpublishedOrganization.key a tool-hosting key of this server?'
  if (exchange.status === 401) throw new ControlFailed(`found status 401; ${question}`, exchange)
  expectNothing(exchange)
}

function expectNothing(exchange: Exchange): void {
  expectStatus(exchange, 400, 'a manifest for which nothing qualifies')
  expectThat(answerShows(exchange, { shows: 'No published toolsets' }), { expected: '"No published toolsets"', in: exchange })
}

async function manExecute(target: Target): Promise<void> {
  const { execute, registry } = target.fixtures
  const exchange = control(await getPublicManifest(target, registry))
  const path = new URL(urlOf(target, 'executeTool')).pathname
  const referred = references(exchange.body).flatMap((text) => urlBehind(text, exchange.call.url) ?? [])
  const found = referred.filter(({ pathname }) => pathname === path)
  expectThat(found.length > 0, { expected: `a reference to ${path}`, in: exchange })
  expectSuccess(await executeTool(target, { key: registry.key, payload: execute.payload }))
  const { origin } = new URL(exchange.call.url)
  const [elsewhere] = found.map((url) => url.origin)
  // A service may well have two addresses: that clients reach this one, too, is not seen from here.
  if (elsewhere === undefined || found.some((url) => url.origin === origin)) return
  throw new RuleWarning(`expected a reference to ${path} at ${origin}, which clients reach, found it at ${elsewhere}`, exchange)
}

function urlBehind(reference: string, base: string): URL | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base) : undefined
}
