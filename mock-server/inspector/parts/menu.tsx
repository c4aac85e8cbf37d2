import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon: IconName
  readonly isDanger?: boolean
  readonly onChoose: () => void
}

interface MenuProps {
  /** The name of the button for users who only hear it. */
  readonly label: string
  readonly items: readonly MenuItem[]
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

function indexOf(entries: readonly EventTarget[], target: EventTarget | null): number {
  return target === null ? -1 : entries.indexOf(target)
}

/** A button with three dots, and the further actions that it opens. Arrow keys move, Escape closes. */
export function Menu({ items, label }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLSpanElement>(null)
  const id = useId()
  // Before the next key, which moves in the list.
  useLayoutEffect(() => {
    if (!isOpen) return
    root.current?.querySelector('[role=menu]')?.scrollIntoView({ block: 'nearest' })
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: Event): void => {
      if (root.current !== null && !event.composedPath().includes(root.current)) setOpen(false)
    }
    addEventListener('pointerdown', closeOutside)
    return () => removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  function close(): void {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }

  function press(event: KeyboardEvent): void {
    if (!isOpen) return
    if (event.key === 'Tab') setOpen(false)
    const entries = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (step === undefined) close()
    else entries[step(indexOf(entries, event.target), entries.length)]?.focus()
  }

  if (items.length === 0) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the button and the items in it
    <span class="menu" ref={root} onKeyDown={press}>
      <button
        type="button"
        class="default icon-only"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" />
        <span class="hidden">{label}</span>
      </button>
      {isOpen && (
        <span class="menu-list" role="menu" id={id} aria-label={label}>
          {items.map(({ icon, isDanger, label: words, onChoose }) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={isDanger === true ? 'danger-item' : ''}
              onClick={() => {
                close()
                onChoose()
              }}
            >
              <Icon name={icon} />
              {words}
            </button>
          ))}
        </span>
      )}
    </span>
  )
}
