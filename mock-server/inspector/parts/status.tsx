import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

export type BadgeKind = 'passed' | 'refused' | 'failed' | 'observed' | 'idle'

const marks: Readonly<Record<BadgeKind, IconName | undefined>> = {
  passed: 'check',
  refused: 'bolt',
  failed: 'close',
  observed: undefined,
  idle: undefined,
}

/** A state in a word, with a mark for users who do not see colours. */
export function Badge({ children, kind }: { readonly kind: BadgeKind; readonly children: ComponentChildren }) {
  const mark = marks[kind]
  return (
    <span class={`badge ${kind}`}>
      {mark !== undefined && <Icon name={mark} />}
      {children}
    </span>
  )
}
