import type { ComponentChildren } from 'preact'
import { linkTo, type Route } from '../route.ts'

interface LinkProps {
  readonly to: Route
  readonly go: (to: Route) => void
  /** Whether it leads to what is shown already, and as what. */
  readonly current?: boolean | 'page' | undefined
  readonly children: ComponentChildren
}

/** A link within the page; one that is clicked with a key held down is left to the browser. */
export function Link({ children, current, go, to }: LinkProps) {
  function follow(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={linkTo(to)} aria-current={current} onClick={follow}>
      {children}
    </a>
  )
}
