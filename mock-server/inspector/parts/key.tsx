import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { Act, Button, Copy } from './act.tsx'

/** Shows a key masked, and the key itself only on request. */
export function Key({ connection, name }: { readonly connection: Connection; readonly name: string }) {
  const [visible, setVisible] = useState<string | undefined>()
  const words = name.slice(1, -1)
  return (
    <span class="key">
      {visible === undefined ? <span class="masked">••••••••</span> : <code>{visible}</code>}
      {visible === undefined ? (
        <Act
          of={words}
          icon="eye"
          iconOnly
          look="quiet"
          onAct={async () => setVisible(await connection.inspect('key', { name }))}
        >
          Show
        </Act>
      ) : (
        <Button of={words} icon="eye" iconOnly look="quiet" onClick={() => setVisible(undefined)}>
          Hide
        </Button>
      )}
      <Copy of={words} iconOnly text={() => connection.inspect('key', { name })}>
        Copy
      </Copy>
    </span>
  )
}
