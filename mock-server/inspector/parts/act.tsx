import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'
import { messageOf } from './message-of.ts'
import { useToast } from './toast.tsx'

/** The looks of a button. A view has one primary button at most. */
export type ButtonLook = 'primary' | 'tonal' | 'default' | 'quiet' | 'danger'

interface ActState {
  readonly isBusy: boolean
  readonly problem: string | undefined
  readonly act: () => Promise<void>
}

interface Action {
  readonly onAct: () => unknown
  /** The message about the success. @default none */
  readonly done?: string | undefined
}

/** Performs an action once at a time. A toast reports its success; a failure stays until the next attempt. */
function useAct({ done, onAct }: Action): ActState {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | undefined>()
  const toast = useToast()
  async function act(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onAct()
      if (done !== undefined) toast({ text: done })
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return { isBusy, problem, act }
}

interface ButtonProps {
  readonly children: ComponentChildren
  /** The object of the action, for users who only hear the button. */
  readonly of?: string | undefined
  readonly look?: ButtonLook
  readonly icon?: IconName
  /** Replaces the visible words by an icon. The words stay for users who only hear the button. */
  readonly iconOnly?: boolean
}

interface PressedButtonProps extends ButtonProps {
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  readonly onClick?: () => void
}

export function Button({
  children,
  disabled,
  icon,
  iconOnly,
  look = 'default',
  of,
  onClick,
  type = 'button',
}: PressedButtonProps) {
  return (
    <button type={type} class={`${look} ${iconOnly === true ? 'icon-only' : ''}`} disabled={disabled} onClick={onClick}>
      {icon !== undefined && <Icon name={icon} />}
      <span class={iconOnly === true ? 'hidden' : ''}>{children}</span>
      {of !== undefined && <span class="hidden"> {of}</span>}
    </button>
  )
}

interface ActProps extends Action, ButtonProps {}

/** A button that performs an action, and shows why it failed. */
export function Act({ done, onAct, ...visible }: ActProps) {
  const { act, isBusy, problem } = useAct({ done, onAct })
  return (
    <span class="act">
      <Button {...visible} disabled={isBusy} onClick={() => void act()} />
      <Problem text={problem} />
    </span>
  )
}

interface ActFormProps extends Action {
  readonly class?: string
  readonly label?: string
  /** The fields and the button that submits. */
  readonly children: ComponentChildren
}

/** A form that performs an action on Enter and with its button, and shows why it failed. */
export function ActForm({ children, class: className = '', done, label, onAct }: ActFormProps) {
  const { act, isBusy, problem } = useAct({ done, onAct })
  return (
    <form
      class={className}
      // The server checks the values. Its messages name the remedy, and those of a browser do not.
      noValidate
      aria-label={label}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void act()
      }}
    >
      {children}
      <Problem text={problem} />
    </form>
  )
}

function Problem({ text }: { readonly text: string | undefined }) {
  return (
    <span class="problem" role="alert">
      {text}
    </span>
  )
}

const copiedMs = 2000

/** Copies a text. The button says so: a toast would be below a dialog. */
export function Copy({ children, icon = 'copy', look = 'quiet', of, text, ...visible }: CopyProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const { act, isBusy, problem } = useAct({
    onAct: async () => {
      await navigator.clipboard.writeText(await text())
      setCopied(true)
    },
  })
  return (
    <span class="act">
      <Button {...visible} look={look} icon={isCopied ? 'check' : icon} of={of} disabled={isBusy} onClick={() => void act()}>
        {isCopied ? 'Copied' : children}
      </Button>
      <span class="hidden" role="status">
        {isCopied && 'Copied'}
      </span>
      <Problem text={problem} />
    </span>
  )
}

interface CopyProps extends ButtonProps {
  readonly text: () => string | Promise<string>
}
