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
    source: 'Spring: beans are singletons, by default; NestJS: providers are singletons, by default',
  },
  {
    id: 'failed',
    kind: 'failed',
    description: 'a failed run',
    source: 'JavaScript: an error in a variable of the module',
  },
  {
    id: 'started',
    kind: 'started',
    description: 'an async start',
    source: 'Node: AsyncLocalStorage.enterWith; Java: ThreadLocal on a pool of threads',
  },
  {
    id: 'malformed',
    kind: 'refused',
    description: 'a refused body',
    source: 'Python: a reused io.BytesIO keeps the end of the text before',
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
    source: 'nginx: proxy_cache_valid any stores a 401 for all keys',
  },
  {
    id: 'other-workflow',
    kind: 'succeeded',
    description: 'a run of another workflow with its key',
    source: 'Python: functools.lru_cache of a client, without its key',
  },
]

/** Orders items so that each ordered pair of two items, also of an item with itself, is next to each other once. */
export function walkPairs<Item>(items: readonly Item[]): Item[] {
  const walk = items.flatMap((item, index) => [item, ...items.slice(index + 1).flatMap((later) => [item, later])])
  return [...walk, ...items.slice(0, 1)]
}
