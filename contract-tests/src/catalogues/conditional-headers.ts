import type { CatalogueEntry } from './catalogue.ts'

/** Headers that make a request conditional or partial, or that request the response of a cache. */
export interface ConditionalHeaders extends CatalogueEntry {
  /** Continues the words "a request with …". */
  readonly description: string
  readonly headers: Readonly<Record<string, string>>
  /** The statuses with which a server may refuse a request without a key. @default 401 alone */
  readonly statuses?: readonly number[]
}

/** By itself, fetch would add "cache-control: no-cache" to a conditional request, and many servers then ignore the condition. */
const REVALIDATE = { 'cache-control': 'max-age=0' }

const PAST = 'Thu, 01 Jan 2015 00:00:00 GMT'
const FUTURE = 'Fri, 01 Jan 2038 00:00:00 GMT'

/**
 * The headers that some servers or caches evaluate before the key. A server ignores a condition if its response without
 * the condition is neither a success nor 412 (RFC 9110, section 13.2.1), so a request without a key gets 401.
 */
export const conditionalHeaders: readonly ConditionalHeaders[] = [
  {
    id: 'if-none-match-any',
    kind: 'if-none-match',
    description: 'If-None-Match: *',
    source:
      'RFC 9110, section 13.1.2: * matches each response; Django: the decorator condition decides before the view reads the key; nginx: proxy_cache responds with 304',
    headers: { 'if-none-match': '*', ...REVALIDATE },
  },
  {
    id: 'if-none-match',
    kind: 'if-none-match',
    description: 'If-None-Match and a tag that no response has',
    source:
      'RFC 9110, section 13.1.2: a tag that differs selects the response; nginx: proxy_cache responds from its store without a look at Authorization',
    headers: { 'if-none-match': '"no-such-tag"', ...REVALIDATE },
  },
  {
    id: 'if-match-any',
    kind: 'condition',
    description: 'If-Match: *',
    source:
      'RFC 9110, section 13.1.1: * matches each response; Django: the decorator condition decides before the view reads the key',
    headers: { 'if-match': '*', ...REVALIDATE },
  },
  {
    id: 'if-match',
    kind: 'condition',
    description: 'If-Match and a tag that no response has',
    source:
      'RFC 9110, section 13.1.1: 412 without a match; Django: the decorator condition decides before the view reads the key; nginx: proxy_cache responds with 412',
    headers: { 'if-match': '"no-such-tag"', ...REVALIDATE },
  },
  {
    id: 'if-modified-since',
    kind: 'condition',
    description: 'If-Modified-Since and a date in the future',
    source:
      'RFC 9110, section 13.1.3: 304 without a change; Django: the decorator last_modified decides before the view reads the key; nginx: proxy_cache responds from its store without a look at Authorization',
    headers: { 'if-modified-since': FUTURE, ...REVALIDATE },
  },
  {
    id: 'if-unmodified-since',
    kind: 'condition',
    description: 'If-Unmodified-Since and a date in the past',
    source:
      'RFC 9110, section 13.1.4: 412 after a change; Django: the decorator last_modified decides before the view reads the key; nginx: proxy_cache responds with 412',
    headers: { 'if-unmodified-since': PAST, ...REVALIDATE },
  },
  {
    id: 'range',
    kind: 'cache',
    description: 'Range: bytes=0-0',
    source:
      'RFC 9110, section 14.2: a part of the response; nginx: proxy_cache responds from its store without a look at Authorization',
    headers: { range: 'bytes=0-0' },
  },
  {
    id: 'if-range',
    kind: 'cache',
    description: 'Range and If-Range',
    source:
      'RFC 9110, section 13.1.5: a part of an unchanged response; nginx: proxy_cache responds from its store without a look at Authorization',
    headers: { range: 'bytes=0-0', 'if-range': PAST, ...REVALIDATE },
  },
  {
    id: 'max-stale',
    kind: 'cache',
    description: 'Cache-Control: max-stale',
    source:
      'RFC 9111, section 5.2.1.2: a stale response is acceptable; RFC 9111, section 3.5: responses to Authorization are stored; nginx: proxy_cache responds from its store without a look at Authorization',
    headers: { 'cache-control': 'max-stale' },
  },
  {
    id: 'only-if-cached',
    kind: 'cache',
    description: 'Cache-Control: only-if-cached',
    source:
      'RFC 9111, section 5.2.1.7: only a stored response; RFC 9111, section 3.5: responses to Authorization are stored; nginx: proxy_cache responds from its store without a look at Authorization',
    headers: { 'cache-control': 'only-if-cached' },
    // A cache that has stored nothing responds with 504.
    statuses: [401, 504],
  },
]
