import type { OverridePlace } from '../catalogues/override-places.ts'
import { parseJson } from '../parse-json.ts'
import type { CheckRequest } from '../target/exchange.ts'
import { isObject } from './expectations.ts'

/** Adds a value to a request in each of several places: to its query, its headers, its cookies and its body. */
export function addValueAtPlaces(request: CheckRequest, places: readonly OverridePlace[], value: string): CheckRequest {
  const namesOfKind = (kind: OverridePlace['kind']) => places.filter((place) => place.kind === kind).map(({ name }) => name)

  const query = new URLSearchParams(namesOfKind('query').map((name) => [name, value])).toString()
  const headers: Record<string, string> = { ...request.headers }
  for (const name of namesOfKind('header')) headers[name] = value

  const cookies = namesOfKind('cookie').map((name) => `${name}=${encodeURIComponent(value)}`)
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ')

  const body = addMembers(request.body, membersWithValue(places, value))
  return { ...request, url: addQuery(request.url, query), headers, body }
}

function addQuery(url: string, query: string): string {
  if (query === '') return url
  return url.includes('?') ? `${url}&${query}` : `${url}?${query}`
}

/** Returns members of a body with a value, for each of the places that is a member. */
export function membersWithValue(places: readonly OverridePlace[], value: string): Readonly<Record<string, string>> {
  const members = places.filter(({ kind }) => kind === 'body')
  return Object.fromEntries(members.map(({ name }) => [name, value]))
}

/** Adds members to a body that is a JSON object. */
function addMembers(body: string | undefined, members: Readonly<Record<string, string>>): string | undefined {
  const parsed = body === undefined ? undefined : parseJson(body)
  if (!isObject(parsed) || Object.keys(members).length === 0) return body

  return JSON.stringify({ ...parsed, ...members })
}
