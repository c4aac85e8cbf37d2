import type { ComponentChildren } from 'preact'

interface SplitProps {
  /** Whether an entry of the list is open. On a narrow screen this hides the list. */
  readonly opened: boolean
  readonly names: { readonly list: string; readonly details: string }
  readonly list: ComponentChildren
  readonly children: ComponentChildren
}

/** A list, and the chosen entry beside it. */
export function Split({ children, list, names, opened }: SplitProps) {
  return (
    <div class={`split ${opened ? 'opened' : ''}`}>
      <section class="list" aria-label={names.list}>
        {list}
      </section>
      <section class="details" aria-label={names.details} tabIndex={-1}>
        {children}
      </section>
    </div>
  )
}
