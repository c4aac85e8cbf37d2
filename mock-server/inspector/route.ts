import { useCallback, useEffect, useState } from 'preact/hooks'
import { decodePercent, encodePercent } from './percent.ts'

export const views = ['requests', 'runs', 'workflows', 'tools', 'registries', 'faults', 'world'] as const

export type View = (typeof views)[number]

/** The current view, its selection, and its world. The world at `/` has no id. */
export interface Route {
  readonly view: View
  readonly id: string
  readonly world: string
}

function readRoute(hash: string): Route {
  const [, view = '', id = '', query = ''] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/.exec(hash) ?? []
  return {
    view: views.find((known) => known === view) ?? 'requests',
    id: decodePercent(id),
    world: new URLSearchParams(query).get('world') ?? '',
  }
}

export function linkTo({ id, view, world }: Route): string {
  const query = world === '' ? '' : `?world=${encodePercent(world)}`
  return `#/${view}${id === '' ? '' : `/${encodePercent(id)}`}${query}`
}

/** Returns the route in the address of the page, or a route that is only remembered, and the function that changes it. */
export function useRoute(hash: boolean): readonly [Route, (change: Partial<Route>) => void] {
  const [route, setRoute] = useState(() => readRoute(hash ? location.hash : ''))
  useEffect(() => {
    if (!hash) return
    const follow = (): void => setRoute(readRoute(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [hash])
  const go = useCallback(
    (change: Partial<Route>) => {
      if (hash) location.hash = linkTo({ ...readRoute(location.hash), ...change })
      else setRoute((current) => ({ ...current, ...change }))
    },
    [hash],
  )
  return [route, go]
}
