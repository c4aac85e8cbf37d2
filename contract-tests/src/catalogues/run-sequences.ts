import type { CatalogueEntry } from './catalogue.ts'

/** A request to the run endpoint that may leave something behind for the next one. */
export type RunKind = 'succeeded' | 'failed' | 'started' | 'malformed' | 'without-arguments' | 'wrong-key' | 'other-workflow'

interface SequenceEntry extends CatalogueEntry {
  readonly id: RunKind
  /** Names the run in messages. */
  readonly description: string
}

/** The runs that are sent in each order of two. */
export const runKinds: readonly SequenceEntry[] = [
  {
    id: 'succeeded',
    kind: 'succeeded',
    description: 'a run with an argument',
    source: 'singletons with state: Spring beans, NestJS providers',
  },
  {
    id: 'failed',
    kind: 'failed',
    description: 'a failed run',
    source: 'error variables outside a handler; Go: errno-like package variables',
  },
  {
    id: 'started',
    kind: 'started',
    description: 'an async start',
    source: 'context of a worker: AsyncLocalStorage.enterWith, thread locals of a pool',
  },
  {
    id: 'malformed',
    kind: 'refused',
    description: 'a refused body',
    source: 'parsers that are reused: buffers of a pool, and Go: sync.Pool',
  },
  {
    id: 'without-arguments',
    kind: 'succeeded',
    description: 'a run without arguments',
    source: 'Python: mutable default arguments',
  },
  {
    id: 'wrong-key',
    kind: 'refused',
    description: 'a run with a wrong key',
    source: 'caches of negative results, without the key in their name',
  },
  {
    id: 'other-workflow',
    kind: 'succeeded',
    description: 'a run of another workflow with its key',
    source: 'memoized clients and users of the request before',
  },
]

/** Orders items so that each ordered pair of two items, also of an item with itself, is next to each other once. */
export function walkPairs<Item>(items: readonly Item[]): Item[] {
  const walk = items.flatMap((item, index) => [item, ...items.slice(index + 1).flatMap((later) => [item, later])])
  return [...walk, ...items.slice(0, 1)]
}
