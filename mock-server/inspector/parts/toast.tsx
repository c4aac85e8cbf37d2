import { type ComponentChildren, createContext } from 'preact'
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'
import { messageOf } from './message-of.ts'

/** A message about a success, with at most two actions. */
export interface Toast {
  readonly text: string
  readonly actions?: readonly ToastAction[]
}

interface ToastAction {
  readonly label: string
  readonly onAct: () => unknown
}

type ShowToast = (toast: Toast) => void

const ToastContext = createContext<ShowToast>(() => {})

/** Returns the function that shows a message at the bottom of the page. */
export function useToast(): ShowToast {
  return useContext(ToastContext)
}

const shownMs = 6000

/** Shows one message at a time, below its children. A message stays while it has the focus or the pointer. */
export function Toasts({ children }: { readonly children: ComponentChildren }) {
  const [shown, setShown] = useState<Toast | undefined>()
  const [isHeld, setHeld] = useState(false)
  const show = useCallback((toast: Toast) => setShown(toast), [])
  useEffect(() => {
    if (shown === undefined || isHeld) return
    const timer = setTimeout(() => setShown(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shown, isHeld])

  async function act({ label, onAct }: ToastAction): Promise<void> {
    try {
      await onAct()
      setShown((current) => (current === shown ? undefined : current))
    } catch (error) {
      setShown({ text: `${label}: ${messageOf(error)}` })
    }
  }

  const hold = useMemo(
    () => ({
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocusIn: () => setHeld(true),
      onFocusOut: () => setHeld(false),
    }),
    [],
  )
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div class="toasts" role="status">
        {shown !== undefined && (
          <div class="toast" {...hold}>
            <Icon name="check" />
            <span>{shown.text}</span>
            {(shown.actions ?? []).map((action) => (
              <button key={action.label} type="button" onClick={() => void act(action)}>
                {action.label}
              </button>
            ))}
          </div>
        )}
      </div>
    </ToastContext.Provider>
  )
}
