import type { ComponentChildren } from 'preact'
import { linkTo, type Route } from '../route.ts'

interface LinkProps {
  readonly to: Route
  readonly go: (to: Route) => void
  /** Whether it leads to the current page, and in which sense. */
  readonly current?: boolean | 'page' | undefined
  readonly children: ComponentChildren
}

/** A link within the page. If a modifier key is held down, the browser handles the click. */
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
