import { useCallback, useEffect, useState } from 'preact/hooks'

export const views = ['requests', 'runs', 'workflows', 'tools', 'faults', 'world'] as const

export type View = (typeof views)[number]

/** What is shown: a view, what of it is selected, and of which world; the one at `/` has no id. */
export interface Route {
  readonly view: View
  readonly id: string
  readonly world: string
}

function readRoute(hash: string): Route {
  const [, view = '', id = '', query = ''] = /^#?\/?([^/?]*)\/?([^?]*)\??(.*)$/.exec(hash) ?? []
  return {
    view: views.find((known) => known === view) ?? 'requests',
    id: decoded(id),
    world: new URLSearchParams(query).get('world') ?? '',
  }
}

/** An address that was cut off within an escape is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function linkTo({ id, view, world }: Route): string {
  const query = world === '' ? '' : `?world=${encodeURIComponent(world)}`
  return `#/${view}${id === '' ? '' : `/${encodeURIComponent(id)}`}${query}`
}

/** The route of the address of the page, or one that is only remembered; and what changes it. */
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
