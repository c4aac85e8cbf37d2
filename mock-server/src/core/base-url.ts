import { MockStateError } from './mock-state-error.ts'

/**
 * Reads where a service is; in a page, an address without a host is one of the page's own.
 *
 * @throws {MockStateError} for what is no URL, with the remedy.
 */
export function readBaseUrl(given: string, attempt: string): URL {
  const page = pageUrl()
  if (typeof given === 'string' && URL.canParse(given, page)) return new URL(given, page)
  const remedy = page === undefined ? '; outside of a page it needs its host' : ''
  throw new MockStateError(
    `Cannot ${attempt}: expected a URL as in https://workflows.example/api, found ${JSON.stringify(given)}${remedy}`,
  )
}

/** Whether a URL is of the same origin as the page, which then comes from there, too. */
export function sharesOrigin(url: URL): boolean {
  const page = pageUrl()
  return page !== undefined && new URL(page).origin === url.origin
}

/** The path below which everything is that has a base URL: empty for a whole origin. */
export function pathBelow(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '')
}

/** Undefined outside of pages, where no location is, and in those that are nowhere. */
function pageUrl(): string | undefined {
  const href: unknown = Object(Reflect.get(globalThis, 'location')).href
  return typeof href === 'string' && /^https?:/.test(href) ? href : undefined
}
