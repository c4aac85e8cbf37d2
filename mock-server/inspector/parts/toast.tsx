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

const visibleMs = 6000

/** Shows one message at a time, below its children. A message stays while it has the focus or the pointer. */
export function Toasts({ children }: { readonly children: ComponentChildren }) {
  const [visible, setVisible] = useState<Toast | undefined>()
  const [isHeld, setHeld] = useState(false)
  const show = useCallback((toast: Toast) => setVisible(toast), [])
  useEffect(() => {
    if (visible === undefined || isHeld) return
    const timer = setTimeout(() => setVisible(undefined), visibleMs)
    return () => clearTimeout(timer)
  }, [visible, isHeld])

  async function act({ label, onAct }: ToastAction): Promise<void> {
    try {
      await onAct()
      setVisible((current) => (current === visible ? undefined : current))
    } catch (error) {
      setVisible({ text: `${label}: ${messageOf(error)}` })
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
        {visible !== undefined && (
          <div class="toast" {...hold}>
            <Icon name="check" />
            <span>{visible.text}</span>
            {(visible.actions ?? []).map((action) => (
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
