import type { OperationId } from '@wfhost/openapi'
import { operationUrl } from '../../requests.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { DeclaredFixtures, Target } from '../../target/target.ts'

/** The server to ask, and the environment that may have keys of it. */
export interface DiscoveryOptions {
  readonly baseUrl: string
  /** @default the base URL */
  readonly registryUrl?: string | undefined
  readonly product: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** @default globalThis.fetch */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** The parts of a configuration that can be discovered from a server. */
export interface Discovery {
  /** Sentences about the discovered services and fixtures, and about missing ones. */
  readonly notes: readonly string[]
  /** The fixtures that the server has. Keys are variables of the environment. */
  readonly fixtures: Partial<DeclaredFixtures>
}

/** Combines the discoveries of several parts of a server. */
export function mergeDiscoveries(discoveries: readonly Discovery[]): Discovery {
  const fixtures: Partial<DeclaredFixtures> = {}
  for (const discovery of discoveries) Object.assign(fixtures, discovery.fixtures)
  return { notes: discoveries.flatMap(({ notes }) => notes), fixtures }
}

interface Probe {
  readonly operationId: OperationId
  readonly parameters?: Readonly<Record<string, string>>
  readonly key?: string | undefined
}

type ProbeResult =
  | { readonly kind: 'exchange'; readonly exchange: Exchange }
  | { readonly kind: 'no-response'; readonly reason: string }

/** Sends a request that cannot have an effect: it reads, or its body is malformed. */
export async function probe(target: Target, { key, operationId, parameters }: Probe): Promise<ProbeResult> {
  const isRun = operationId === 'runPublishedWorkflow'
  const url = operationUrl(target, operationId, parameters)
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  if (isRun) headers['content-type'] = 'application/json'

  try {
    const method = isRun ? 'POST' : 'GET'
    // A malformed body is refused before anything runs (RUN-MALFORMED).
    return { kind: 'exchange', exchange: await target.send({ operationId, method, url, headers, body: isRun ? '{' : undefined }) }
  } catch (error) {
    return { kind: 'no-response', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Returns a discovery without a fixture, with a note for the user. */
export function createDiscoveryWithNote(text: string): Discovery {
  return { notes: [text], fixtures: {} }
}

/** A key, and the variable of the environment that has it. */
interface NamedKey {
  readonly key: string
  readonly keyVariable: string
}

/** Reads the key for a placeholder in a configuration, such as `${ECHO_KEY}`. Undefined if the environment does not have the variable. */
export function readKey(placeholder: string, environment: DiscoveryOptions['environment']): NamedKey | undefined {
  const keyVariable = variableNameOf(placeholder)
  const key = environment[keyVariable]
  return key === undefined || key === '' ? undefined : { key, keyVariable }
}

/** Returns the name of a variable from its placeholder in a configuration, such as `${ECHO_KEY}`. */
export function variableNameOf(placeholder: string): string {
  return placeholder.replace(/^\$\{(\w+)\}$/, '$1')
}
