import type { OperationId } from '@wfhost/openapi'
import type { JournalEntry } from './journal-entry.ts'

/** What a received request should be like; all of what is given must hold. */
export interface RequestPattern {
  /** @default any */
  readonly operation?: OperationId
  /** @default any */
  readonly flowId?: string
  /** @default any */
  readonly method?: string
  /** @default any */
  readonly path?: string
  /** Arguments of a run by name; further ones may be there. @default any */
  readonly args?: Readonly<Record<string, unknown>>
  /** Members of the JSON body; further ones may be there. @default any */
  readonly body?: unknown
  /** The status of the answer. @default any, or none */
  readonly status?: number
}

/** In what a request differs from a pattern; nothing when it matches. */
export function differences(pattern: RequestPattern, entry: JournalEntry): string[] {
  const body = parsed(entry.request.body)
  const found: readonly (readonly [keyof RequestPattern, unknown])[] = [
    ['operation', entry.operation],
    ['flowId', flowIdOf(entry.request.path)],
    ['method', entry.request.method],
    ['path', entry.request.path],
    ['args', argumentsOf(body)],
    ['body', body],
    ['status', entry.response?.status],
  ]
  return found.flatMap(([name, value]) =>
    pattern[name] === undefined ? [] : differing(name, { expected: pattern[name], found: value }),
  )
}

function differing(place: string, { expected, found }: { readonly expected: unknown; readonly found: unknown }): string[] {
  if (Array.isArray(expected) && Array.isArray(found) && expected.length !== found.length) {
    return [`${place}: expected ${expected.length} items, found ${found.length}`]
  }
  if (isObject(expected) && isObject(found)) {
    return Object.entries(expected).flatMap(([name, member]) =>
      differing(`${place}.${name}`, { expected: member, found: Reflect.get(found, name) }),
    )
  }
  if (Object.is(expected, found)) return []
  return [`${place}: expected ${shown(expected)}, found ${shown(found)}`]
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function flowIdOf(path: string): string | undefined {
  const encoded = /\/flows\/([^/?]+)\/published-run(?:\?|$)/.exec(path)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

function argumentsOf(body: unknown): unknown {
  if (!isObject(body) || !('args' in body) || !Array.isArray(body.args)) return undefined
  return Object.fromEntries(
    body.args.filter(isObject).map((argument) => [Reflect.get(argument, 'name'), Reflect.get(argument, 'value')]),
  )
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
