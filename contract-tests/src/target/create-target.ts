import { EffectTracker } from './effects.ts'
import { sendWithFetch } from './exchange.ts'
import { type GeneratedValues, NotDeclared, type ServerHooks, type Some, type Target, type TargetFixtures } from './target.ts'

/** The addresses, fixtures and hooks of a server. */
export interface TargetDescription {
  readonly name: string
  readonly baseUrl: string
  /** @default the baseUrl */
  readonly registryUrl?: string | undefined
  /** The product name in registry paths (PRODUCT-SEGMENT). @default 'wfhost' */
  readonly product?: string | undefined
  /** @default {}: a check that needs a fixture is blocked */
  readonly fixtures?: Partial<TargetFixtures> | undefined
  /** @default {}: a check that needs a hook is blocked */
  readonly hooks?: Some<ServerHooks> | undefined
  /** @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** How late effects may become visible, in milliseconds: background runs, credits and publications. @default 1000 */
  readonly settleMs?: number | undefined
  /** The seed and the number of generated values. @default { seed: 1, sets: 10 } */
  readonly values?: GeneratedValues | undefined
  /** Whether the checks send only one entry of each kind in a catalogue. @default false */
  readonly quick?: boolean | undefined
  /** Waits, for a server with a virtual clock. @default waits in real time */
  readonly wait?: ((durationMs: number) => Promise<void>) | undefined
  /** The time limit of one request, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** The JSON pointer to the run ID in the response to an async start. @default each field that differs between starts */
  readonly runIdField?: string | undefined
}

/**
 * Creates a target: the server under test, as a check sees it. A check sends requests with it and reads its fixtures, the declared
 * test data. With its hooks, a check changes the state of the server. Reading an undeclared fixture or hook throws `NotDeclared`,
 * which blocks the check.
 *
 * This target records no exchanges and no measured times. `TargetRecorder` wraps it for the checks of the suite, and replaces
 * some of its functions.
 */
export function createTarget(description: TargetDescription): Target {
  const { fetch: fetchFunction, fixtures, hooks, timeoutMs, wait, ...settings } = applyDefaults(description)
  const effectTracker = new EffectTracker({ settleMs: settings.settleMs, slowWorkflow: fixtures.slow })

  return {
    // The addresses, and settings such as `settleMs`.
    ...settings,
    fixtures: throwOnUndeclaredRead('fixture', completeFixtures(fixtures)),
    hooks: throwOnUndeclaredRead<ServerHooks>('hook', hooks),
    // Checks that need the same response send its request only once.
    sharedExchanges: new Map(),
    // This target has no report, so it ignores measured times.
    recordMeasurement: () => {},

    wait,
    send: (request) => effectTracker.track(request, sendWithFetch(fetchFunction, { request, timeoutMs })),
    // `waitForEffects`, `markRunsEnded` and `listAsyncStarts`.
    ...createEffectFunctions(effectTracker, wait),
  }
}

type EffectFunctions = Pick<Target, 'waitForEffects' | 'markRunsEnded' | 'listAsyncStarts'>

/**
 * Creates the functions for effects. An effect is what a request changes on the server, such as a run in the background. It can
 * come after the response, so the tracker computes until when effects of earlier requests may become visible.
 */
function createEffectFunctions(effectTracker: EffectTracker, wait: (durationMs: number) => Promise<void>): EffectFunctions {
  return {
    // Waits until the requests so far can have no more effects.
    waitForEffects: (effect, readCount) => effectTracker.waitForEffects(effect, { pause: wait, readCount }),
    // Says that all runs have ended, so that later calls of `waitForEffects` wait for less.
    markRunsEnded: () => effectTracker.markRunsEnded(),
    // Lists the async starts so far. Some checks compare their run IDs.
    listAsyncStarts: (url) => effectTracker.listAsyncStarts(url),
  }
}

/** Returns the members of a description with their defaults. */
function applyDefaults(description: TargetDescription) {
  const { baseUrl, name, registryUrl = baseUrl, runIdField } = description

  return {
    name,
    baseUrl: removeTrailingSlash(baseUrl),
    registryUrl: removeTrailingSlash(registryUrl),
    product: description.product ?? 'wfhost',
    fixtures: description.fixtures ?? {},
    hooks: description.hooks ?? {},
    fetch: description.fetch ?? fetch,
    settleMs: description.settleMs ?? 1000,
    values: description.values ?? defaultValues,
    isQuick: description.quick ?? false,
    wait: description.wait ?? sleep,
    timeoutMs: description.timeoutMs ?? 30_000,
    // Without this name, the checks compare every field that differs between two starts.
    runIdField,
  }
}

/** The seed is fixed, so that two reports differ only if the servers differ. */
const defaultValues: GeneratedValues = { seed: 1, sets: 10 }

export function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}

/** Returns an object that throws `NotDeclared` when a missing member is read. */
function throwOnUndeclaredRead<T extends object>(kind: 'fixture' | 'hook', declared: Some<T>): T {
  const guarded = new Proxy(declared, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property)
      if (value === undefined) throw new NotDeclared(`the target declares no ${kind} named ${String(property)}`)
      return value
    },
  })

  // A missing member throws, so that every member that can be read exists.
  return guarded as T
}

function removeTrailingSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

/** Adds the fixtures that follow from others: the console session, and the workflow whose key may be regenerated. */
export function completeFixtures(fixtures: Partial<TargetFixtures> = {}): Partial<TargetFixtures> {
  const completed: { -readonly [Name in keyof TargetFixtures]?: TargetFixtures[Name] } = { ...fixtures }

  const session = readSession(fixtures.organization)
  if (session !== undefined) completed.consoleSession = session

  const regenerated = fixtures.regenerated ?? fixtures.echo
  if (regenerated !== undefined) completed.regenerated = regenerated

  return completed
}

/** Returns the header of a console session. The source document does not state which header carries it (ORG-SESSION). */
function readSession(organization: TargetFixtures['organization'] | undefined): TargetFixtures['consoleSession'] | undefined {
  const { sessionCookie, sessionHeader = '' } = organization ?? {}
  if (sessionCookie !== undefined) return { header: 'cookie', value: sessionCookie }

  const [, header, value = ''] = /^([\w-]+): *(.*)$/.exec(sessionHeader) ?? []
  return header === undefined ? undefined : { header: header.toLowerCase(), value }
}

/** Returns the place in the configuration where a user declares a fixture. */
export function describeFixture(name: keyof TargetFixtures): string {
  return name === 'consoleSession' ? 'organization.sessionCookie or organization.sessionHeader' : name
}
