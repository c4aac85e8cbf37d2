import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { showRaw } from './show-raw.ts'

interface GuardedProps {
  /** What the children show, and what is shown raw if they cannot. */
  readonly raw: unknown
  /** Names it, such as "request 5". */
  readonly name: string
  readonly children: ComponentChildren
}

/** Shows its children, or raw what they could not show, so that one value cannot take the page away. */
export function Guarded({ children, name, raw }: GuardedProps) {
  const failedFor = useRef<unknown>(undefined)
  const [error, reset] = useErrorBoundary(() => {
    failedFor.current = raw
  })
  // Other values may be shown again.
  useEffect(() => {
    if (error !== undefined && failedFor.current !== raw) reset()
  }, [error, raw, reset])

  if (error === undefined) return <>{children}</>
  return (
    <span class="raw" role="note">
      <span class="problem">
        Cannot show {name}: {String(Object(error).message)}. This is what it is:
      </span>{' '}
      <code>{showRaw(raw)}</code>
    </span>
  )
}
