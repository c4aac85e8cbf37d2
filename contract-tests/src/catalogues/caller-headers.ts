import type { CatalogueEntry } from './catalogue.ts'

/** A header that programs of callers add, and for which some servers refuse a valid request. */
export interface CallerHeader extends CatalogueEntry {
  readonly name: string
  readonly value: string
}

/**
 * Headers of a browser on another site. Some proxies add them to their own requests. Headers of one kind are sent in one run: a
 * protection that reads Referer does so only without Origin.
 */
export const callerHeaders: readonly CallerHeader[] = [
  {
    id: 'referer',
    kind: 'referer',
    name: 'referer',
    value: 'https://app.example.org/',
    source: 'Sinatra: Rack::Protection::JsonCsrf refuses JSON for the Referer of another host, by default',
  },
  {
    id: 'origin',
    kind: 'origin',
    name: 'origin',
    value: 'https://app.example.org',
    source: 'Spring: DefaultCorsProcessor refuses an origin that is not in its list with 403',
  },
  {
    id: 'sec-fetch-site',
    kind: 'origin',
    name: 'sec-fetch-site',
    value: 'cross-site',
    source: 'Go 1.25: http.CrossOriginProtection refuses a POST from another site with 403',
  },
]
