import { useCallback, useEffect, useState } from 'preact/hooks'
import { decodePercent, encodePercent } from './percent.ts'

export const views = ['requests', 'runs', 'workflows', 'tools', 'registries', 'faults', 'world'] as const

export type View = (typeof views)[number]

/** The current view, its selection, its world, and its filter. The world at `/` has no id. */
export interface Route {
  readonly view: View
  readonly id: string
  readonly world: string
  /** The text that the list is filtered by at first. */
  readonly text: string
}

function readRoute(hash: string): Route {
  const [, view = '', id = '', query = ''] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/.exec(hash) ?? []
  return {
    view: views.find((known) => known === view) ?? 'requests',
    id: decodePercent(id),
    world: new URLSearchParams(query).get('world') ?? '',
    text: new URLSearchParams(query).get('text') ?? '',
  }
}

export function linkTo({ id, text, view, world }: Route): string {
  const parts = [world === '' ? '' : `world=${encodePercent(world)}`, text === '' ? '' : `text=${encodePercent(text)}`]
  const given = parts.filter((part) => part !== '').join('&')
  const query = given === '' ? '' : `?${given}`
  return `#/${view}${id === '' ? '' : `/${encodePercent(id)}`}${query}`
}

/** Another view begins without the filter of the current one. */
export function changeRoute(current: Route, change: Partial<Route>): Route {
  const isOtherView = change.view !== undefined && change.view !== current.view
  return { ...current, ...(isOtherView ? { text: '' } : {}), ...change }
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
      if (hash) location.hash = linkTo(changeRoute(readRoute(location.hash), change))
      else setRoute((current) => changeRoute(current, change))
    },
    [hash],
  )
  return [route, go]
}
