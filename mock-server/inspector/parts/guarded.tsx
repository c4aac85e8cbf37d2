import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { showRaw } from './show-raw.ts'

interface GuardedProps {
  /** The value that the children show. It is shown as text if they cannot show it. */
  readonly raw: unknown
  /** The name of the value, such as "request 5". */
  readonly name: string
  readonly children: ComponentChildren
}

/** Shows its children, or the value as text if they throw, so that one value cannot break the page. */
export function Guarded({ children, name, raw }: GuardedProps) {
  const failedFor = useRef<unknown>(undefined)
  const [error, reset] = useErrorBoundary(() => {
    failedFor.current = raw
  })
  // Another value may be shown as usual again.
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
