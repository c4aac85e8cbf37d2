import type { CatalogueEntry } from './catalogue.ts'

/** A request with a key to whose environment profile nothing is published. It must publish nothing. */
export interface UnpublishedRequest extends CatalogueEntry {
  /** Completes "after …". */
  readonly description: string
  readonly requestKind: 'execution' | 'execution of an unknown tool' | 'manifest'
}

/** Requests that a server may serve by storing what it does not find. */
export const unpublishedRequests: readonly UnpublishedRequest[] = [
  {
    id: 'execution',
    kind: 'lookup',
    description: 'an execution with its key',
    source: 'Laravel: firstOrCreate stores what it does not find',
    requestKind: 'execution',
  },
  {
    id: 'unknown-tool',
    kind: 'lookup',
    description: 'an execution of an unknown tool with its key',
    source: 'Rails: find_or_create_by stores what it does not find',
    requestKind: 'execution of an unknown tool',
  },
  {
    id: 'manifest',
    kind: 'lookup',
    description: 'an earlier read of the manifest',
    source: 'Python: defaultdict stores what it does not find',
    requestKind: 'manifest',
  },
]

/** An execution whose body names a version that is not published. It must not publish this version. */
export interface VersionedExecution extends CatalogueEntry {
  /** Completes "after …". */
  readonly description: string
  /** Whose key the execution has: that of the organization, a wrong one, none, or that of another organization. */
  readonly key: 'valid' | 'wrong' | 'none' | 'other organization'
  /** A text after the JSON of the body, which makes the body malformed. @default none */
  readonly textAfter?: string
}

/** Executions whose body has the members `toolset` and `version`. */
export const versionedExecutions: readonly VersionedExecution[] = [
  {
    id: 'member',
    kind: 'version',
    description: 'an execution that names this version',
    source: 'CWE-915: the published version of a record is filled from the body',
    key: 'valid',
  },
  {
    id: 'text-after',
    kind: 'version',
    description: 'an execution that names this version in a malformed body',
    source: 'Go: Decoder.Decode reads one value, and a second read fails later',
    key: 'valid',
    textAfter: 'x',
  },
  {
    id: 'wrong-key',
    kind: 'version',
    description: 'an execution that names this version, with a wrong key',
    source: 'CWE-696: a version that is stored before the key is looked up',
    key: 'wrong',
  },
  {
    id: 'no-key',
    kind: 'version',
    description: 'an execution that names this version, without a key',
    source: 'CWE-705: middleware that refuses a request and continues with it',
    key: 'none',
  },
  {
    id: 'other-organization',
    kind: 'version',
    description: 'an execution that names this version, with the key of another organization',
    source: 'CWE-639: a tool set that is found by its name alone',
    key: 'other organization',
  },
]
