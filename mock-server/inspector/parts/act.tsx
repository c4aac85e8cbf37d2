import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** A button that performs an action, and reports its success or the reason of a failure. */
export function Act({ children, done = 'Done', of, onAct, quiet = false }: ActProps) {
  const [said, setSaid] = useState<{ readonly text: string; readonly failed: boolean } | undefined>()
  async function act(): Promise<void> {
    try {
      await onAct()
      setSaid({ text: done, failed: false })
      setTimeout(() => setSaid(undefined), 3000)
    } catch (error) {
      setSaid({ text: String(Object(error).message ?? error), failed: true })
    }
  }
  return (
    <span class="act">
      <button type="button" class={quiet ? 'quiet' : ''} onClick={() => void act()}>
        {children}
        {of !== undefined && (
          <>
            {' '}
            <span class="hidden">{of}</span>
          </>
        )}
      </button>
      <span role="status" class={said?.failed === true ? 'problem' : 'muted'}>
        {said?.text}
      </span>
    </span>
  )
}

interface ActProps {
  readonly children: ComponentChildren
  readonly onAct: () => unknown
  /** The object of the action, for users who only hear the button. */
  readonly of?: string
  readonly done?: string
  readonly quiet?: boolean
}

export function Copy({ text, ...shown }: CopyProps) {
  return <Act {...shown} done="Copied" quiet onAct={async () => navigator.clipboard.writeText(await text())} />
}

interface CopyProps extends Pick<ActProps, 'children' | 'of'> {
  readonly text: () => string | Promise<string>
}
