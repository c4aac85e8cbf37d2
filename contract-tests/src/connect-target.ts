import { declaredFixtures } from './declared-fixtures.ts'
import { exchangeThrough } from './exchange.ts'
import type { Fixtures, Hooks, Target } from './target.ts'

/** A rule needs something that the target did not declare. */
export class NotDeclared extends Error {
  override readonly name = 'NotDeclared'
}

/** Where a server is, and what it has for the rules. */
export interface TargetDescription {
  readonly name: string
  readonly baseUrl: string
  readonly registryUrl?: string
  readonly product?: string
  readonly fixtures?: Partial<Fixtures>
  readonly hooks?: Partial<Hooks>
  readonly fetch?: (request: Request) => Promise<Response>
  /** How long a request may take. @default 30000 */
  readonly timeoutMs?: number
}

/**
 * Makes a target of a description. A rule that reads a fixture or a hook which is not declared gets `NotDeclared`,
 * which blocks it by that name.
 */
export function connectTarget(description: TargetDescription): Target {
  const { baseUrl, fetch = globalThis.fetch, name, product = 'wfhost', registryUrl = baseUrl, timeoutMs = 30_000 } = description
  const send: Target['send'] = (call) => exchangeThrough(fetch, { call, timeoutMs })
  return {
    name,
    baseUrl: withoutSlash(baseUrl),
    registryUrl: withoutSlash(registryUrl),
    product,
    fixtures: declared('fixture', declaredFixtures(description.fixtures)),
    hooks: declared('hook', description.hooks ?? {}),
    send,
    sendOutsideDocument: send,
  }
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
