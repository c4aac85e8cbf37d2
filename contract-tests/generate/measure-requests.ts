import type { RunnableCheck } from '../src/engine/checks.ts'
import type { PlannedRequest } from '../src/engine/planned-requests.ts'
import { findKeyOwner } from '../src/engine/recording/find-fixture.ts'
import { parseJson } from '../src/parse-json.ts'
import type { CheckRequest } from '../src/target/exchange.ts'
import type { Target, TargetFixtures } from '../src/target/target.ts'
import { openLocalTarget } from '../test/open-local-target.ts'

/**
 * Runs a check on the reference server, and lists the distinct requests that it sends, with fixtures for their values. The
 * requests of a quick run are a part of the requests of a full run.
 */
export async function measureRequests(check: RunnableCheck): Promise<readonly PlannedRequest[]> {
  const counts = await countRequests(check, { isQuick: false })
  const quickCounts = await countRequests(check, { isQuick: true })

  const requests = [...counts].map(([key, times]): PlannedRequest => {
    const { [key]: quickTimes = 0 } = Object.fromEntries(quickCounts)
    return { ...JSON.parse(key), times, ...(quickTimes === times ? {} : { quickTimes }) }
  })
  // Concurrent requests have no fixed order.
  return requests.toSorted((a, b) => (compareKey(a) < compareKey(b) ? -1 : 1))
}

async function countRequests(
  check: RunnableCheck,
  { isQuick }: { readonly isQuick: boolean },
): Promise<ReadonlyMap<string, number>> {
  const { close, target } = await openLocalTarget('core')
  const counts = new Map<string, number>()

  const counting =
    (send: Target['send']): Target['send'] =>
    (request) => {
      const key = JSON.stringify(describeRequest(request, target))
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return send(request)
    }
  await check.run({ ...target, isQuick, send: counting(target.send) })
  await close()
  return counts
}

function compareKey({ quickTimes: _quickTimes, times: _times, ...request }: PlannedRequest): string {
  return JSON.stringify(request)
}

function describeRequest(request: CheckRequest, target: Target): Omit<PlannedRequest, 'times'> {
  const { fixtures } = target
  const { mode } = Object(parseJson(request.body ?? ''))
  const parts = {
    method: request.method,
    path: toTemplate(request.url, target),
    credentials: describeCredentials(request, { ...fixtures }),
  }
  return mode === 'sync' || mode === 'async' ? { ...parts, mode } : parts
}

/** Replaces the identifiers of fixtures in a path by their places in the configuration. */
function toTemplate(url: string, { fixtures, product, baseUrl }: Target): string {
  const path = url.slice(baseUrl.length).replace(/\?.*$/s, '?…')
  const identifiers = listIdentifiers({ ...fixtures })
  const segments = path.split('/').map((segment) => {
    if (segment === product) return '{product}'
    const place = identifiers.get(decode(segment))
    if (place !== undefined) return `{${place}}`
    // A check may send an identifier that is generated, or very long.
    return segment.length > LONGEST_SEGMENT ? `${segment.slice(0, LONGEST_SEGMENT)}…` : segment
  })
  return segments.join('/')
}

const LONGEST_SEGMENT = 40

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the places of the identifiers in fixtures: of workflows and organizations. */
function listIdentifiers(fixtures: Partial<TargetFixtures>): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  const add = (identifier: unknown, place: string): void => {
    if (typeof identifier === 'string' && !places.has(identifier)) places.set(identifier, place)
  }

  for (const [name, fixture] of Object.entries(fixtures)) {
    if (name.endsWith('FlowId')) add(fixture, `fixtures.${name}`)
    for (const [index, item] of (Array.isArray(fixture) ? fixture : [fixture]).entries()) {
      const path = Array.isArray(fixture) ? `fixtures.${name}[${index}]` : `fixtures.${name}`
      add(Object(item).flowId, `${path}.flowId`)
      add(Object(item).orgId, `${path}.orgId`)
    }
  }
  return places
}

function describeCredentials({ headers }: CheckRequest, fixtures: Partial<TargetFixtures>): string {
  const { authorization, cookie } = headers
  if (authorization === undefined) return cookie === undefined ? 'no key' : 'a cookie'

  const path = findKeyOwner({ authorization }, fixtures)
  return path === undefined ? 'another key' : `the key of ${path}`
}
