import { useEffect } from 'preact/hooks'
import { type Route, views } from './route.ts'

interface Shortcuts {
  readonly keys: EventTarget
  readonly root: { readonly current: HTMLElement | null }
  readonly go: (change: Partial<Route>) => void
}

/** 1 to 7 choose a view, / goes to the filter, j and k move in a list, Enter opens an entry, Escape leaves it. */
export function useShortcuts({ go, keys, root }: Shortcuts): void {
  useEffect(() => {
    function press(event: Event): void {
      if (!(event instanceof KeyboardEvent)) return
      const path = event.composedPath()
      const dialog = path.find((target) => target instanceof HTMLDialogElement)
      // A dialog has its own keys, and the page below it none.
      if (dialog !== undefined) {
        submit(event, dialog)
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return

      const target = path[0]
      const isTyping = target instanceof HTMLElement && /^(input|textarea|select)$/i.test(target.tagName)
      if (isTyping && event.key !== 'Escape') return
      const view = views[Number(event.key) - 1]
      if (view !== undefined) go({ view, id: '' })
      else if (event.key === '/') root.current?.querySelector<HTMLElement>('input[type=search]')?.focus()
      else if (event.key === 'Escape' && isTyping) leave(target, root.current)
      else if (event.key === 'Escape') go({ id: '' })
      else if (event.key === 'Enter' && target instanceof HTMLElement && target.matches('.list a[aria-current=true]'))
        root.current?.querySelector<HTMLElement>('.details')?.focus()
      else if (event.key === 'j' || event.key === 'k') move(root.current, event.key === 'j' ? 1 : -1)
      else return
      event.preventDefault()
    }
    keys.addEventListener('keydown', press)
    return () => keys.removeEventListener('keydown', press)
  }, [go, keys, root])
}

/** Ctrl+Enter submits the form of a dialog, also from a field with several lines. */
function submit(event: KeyboardEvent, dialog: EventTarget): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(dialog instanceof HTMLElement)) return
  event.preventDefault()
  dialog.querySelector('form')?.requestSubmit()
}

/** Leaves a field. The filter continues with its first result. */
function leave(field: HTMLElement, root: HTMLElement | null): void {
  field.blur()
  if (field.matches('.filters *')) root?.querySelector<HTMLElement>('.list a[aria-current=true], .list a')?.focus()
}

/** Opens the next or the previous item of the visible list. */
function move(root: HTMLElement | null, by: number): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('.list a') ?? [])]
  const current = items.findIndex((item) => item.getAttribute('aria-current') === 'true')
  const next = items[Math.min(Math.max(current + by, 0), items.length - 1)]
  next?.click()
  next?.focus()
}
