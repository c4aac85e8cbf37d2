import { createEffects } from './effects.ts'
import { exchangeThrough } from './exchange.ts'
import type { GeneratedValues, Hooks, Target, TargetFixtures } from './target.ts'

/** A rule needs something that the target did not declare. */
export class NotDeclared extends Error {
  override readonly name = 'NotDeclared'
}

/** Where a server is, and its fixtures and hooks for the rules. */
export interface TargetDescription {
  readonly name: string
  readonly baseUrl: string
  /** @default the baseUrl */
  readonly registryUrl?: string | undefined
  /** The product name in registry paths (PRODUCT-SEGMENT). @default 'wfhost' */
  readonly product?: string | undefined
  /** @default {}, and what needs one is blocked */
  readonly fixtures?: Partial<TargetFixtures> | undefined
  /** @default {}, and what needs one is blocked */
  readonly hooks?: Partial<Hooks> | undefined
  /** @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** How long effects may take to show, in milliseconds: background runs, credits and publications. @default 1000 */
  readonly settleMs?: number | undefined
  /** What values are generated from. @default { seed: 1, sets: 10 } */
  readonly values?: GeneratedValues | undefined
  /** How to wait, for a server whose clock is moved by hand. @default by the clock of this machine */
  readonly wait?: ((durationMs: number) => Promise<void>) | undefined
  /** How long a request may take, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined
  /** The JSON pointer to the run ID in the answer to an async start. @default what differs from start to start is taken for it */
  readonly runIdField?: string | undefined
}

/**
 * Creates a target from a description. A rule that reads an undeclared fixture or hook gets `NotDeclared`, which blocks
 * the rule and names what is missing.
 */
export function connectTarget(description: TargetDescription): Target {
  const { baseUrl, fetch = globalThis.fetch, name, product = 'wfhost', registryUrl = baseUrl, timeoutMs = 30_000 } = description
  const { fixtures, settleMs = 1000, wait: pause = wait } = description
  const effects = createEffects({ settleMs, slow: fixtures?.slow })
  const send: Target['send'] = (call) => effects.noting(call, exchangeThrough(fetch, { call, timeoutMs }))
  return {
    name,
    baseUrl: withoutSlash(baseUrl),
    registryUrl: withoutSlash(registryUrl),
    product,
    settleMs,
    values: description.values ?? defaultValues,
    settled: (effect, watch) => effects.settle(effect, { pause, watch }),
    ended: effects.ended,
    startsAt: effects.startsAt,
    wait: pause,
    ...(description.runIdField === undefined ? {} : { runIdField: description.runIdField }),
    fixtures: declared('fixture', declaredFixtures(fixtures)),
    hooks: declared('hook', description.hooks ?? {}),
    send,
    sendOutsideDocument: send,
  }
}

/** The same in each run, so that two reports differ only where the server does. */
const defaultValues: GeneratedValues = { seed: 1, sets: 10 }

export function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs))
}

function declared<T extends object>(kind: string, values: Partial<T>): T {
  const guarded = new Proxy(values, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property)
      if (value === undefined) throw new NotDeclared(`the target declares no ${kind} named ${String(property)}`)
      return value
    },
  })
  return guarded as T
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url
}

/** The fixtures that are declared, and what follows from them. */
export function declaredFixtures(fixtures: Partial<TargetFixtures> = {}): Partial<TargetFixtures> {
  const consoleSession = sessionOf(fixtures.organization)
  const { echo, regenerated = echo } = fixtures
  return {
    ...fixtures,
    ...(consoleSession === undefined ? {} : { consoleSession }),
    ...(regenerated === undefined ? {} : { regenerated }),
  }
}

/** How a session is carried is not shown (ORG-SESSION): in a cookie, or in a header of its own. */
function sessionOf({
  sessionCookie,
  sessionHeader,
}: Partial<TargetFixtures['organization']> = {}): TargetFixtures['consoleSession'] | undefined {
  if (sessionCookie !== undefined) return { header: 'cookie', value: sessionCookie }
  const [, header = '', value = ''] = /^([\w-]+): *(.*)$/.exec(sessionHeader ?? '') ?? []
  return header === '' ? undefined : { header: header.toLowerCase(), value }
}

export function placeOfFixture(name: keyof TargetFixtures): string {
  return name === 'consoleSession' ? 'organization.sessionCookie or organization.sessionHeader' : name
}
