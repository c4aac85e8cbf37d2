import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { ActForm, Button, Copy } from './act.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  /** A sheet is as high as the page, at its right. @default false */
  readonly isSheet?: boolean
  readonly children: ComponentChildren
}

/** A dialog above the page. The browser keeps the focus in it, and Escape closes it. */
export function Dialog({ children, isSheet = false, onClose, title }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog, as a click beside it does
    <dialog
      ref={dialog}
      class={isSheet ? 'sheet-dialog' : 'dialog'}
      aria-labelledby={id}
      // The browser would close it without this page, which would then open it for nothing.
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        {isSheet && (
          <Button icon="close" iconOnly look="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {children}
    </dialog>
  )
}

/** A question before an action that a person may not want. */
export interface Question {
  readonly title: string
  /** The consequences, and the way back. */
  readonly text: string
  /** The same action as a command. */
  readonly command?: string
  /** The button that changes nothing. */
  readonly keep: string
  readonly confirm: string
  readonly onConfirm: () => unknown
}

/** Asks before an action. The focus is on the button that changes nothing. */
export function Confirm({ onClose, question }: { readonly question: Question; readonly onClose: () => void }) {
  const { command, confirm, keep, onConfirm, text, title } = question
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      {command !== undefined && (
        <div class="command">
          <code>{command}</code>
          <Copy iconOnly text={() => command}>
            Copy the command
          </Copy>
        </div>
      )}
      <ActForm
        class="dialog-actions"
        onAct={async () => {
          await onConfirm()
          onClose()
        }}
      >
        <button type="button" class="default" autofocus onClick={onClose}>
          {keep}
        </button>
        <Button type="submit" look="danger">
          {confirm}
        </Button>
      </ActForm>
    </Dialog>
  )
}
