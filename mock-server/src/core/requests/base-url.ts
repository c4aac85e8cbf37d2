import { MockStateError } from '../mock-state-error.ts'

/**
 * Parses a base URL; in a page, a path such as `/api` is resolved against the page.
 *
 * @throws {MockStateError} for an invalid URL, with the remedy.
 */
export function readBaseUrl(given: string, attempt: string): URL {
  const page = pageUrl()
  if (typeof given === 'string' && URL.canParse(given, page)) return new URL(given, page)
  const remedy = page === undefined ? '; outside of a page it needs its host' : ''
  throw new MockStateError(
    `Cannot ${attempt}: expected a URL as in https://workflows.example/api, found ${JSON.stringify(given)}${remedy}`,
  )
}

/** Whether a URL has the origin of the page. */
export function sharesOrigin(url: URL): boolean {
  const page = pageUrl()
  return page !== undefined && new URL(page).origin === url.origin
}

/** The path prefix of a base URL: empty for an origin. */
export function pathBelow(baseUrl: URL): string {
  return baseUrl.pathname.replace(/\/+$/, '')
}

/** The URL of the page; undefined outside of pages, and in pages without one, such as about:blank. */
function pageUrl(): string | undefined {
  const page: unknown = Reflect.get(globalThis, 'location')
  const href: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, 'href') : undefined
  return typeof href === 'string' && /^https?:/.test(href) ? href : undefined
}
