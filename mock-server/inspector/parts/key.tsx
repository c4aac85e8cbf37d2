import { useState } from 'preact/hooks'
import type { Connection } from '../connection.ts'
import { Act, Copy } from './act.tsx'

/** Shows a key by its name, and the key itself only on request. */
export function Key({ connection, name }: { readonly connection: Connection; readonly name: string }) {
  const [shown, setShown] = useState<string | undefined>()
  const words = name.slice(1, -1)
  return (
    <span class="key">
      {shown !== undefined && <code>{shown}</code>}
      {shown === undefined ? (
        <Act of={words} quiet done="" onAct={async () => setShown(await connection.inspect('key', { name }))}>
          Show
        </Act>
      ) : (
        <button type="button" class="quiet" onClick={() => setShown(undefined)}>
          Hide <span class="hidden">{words}</span>
        </button>
      )}
      <Copy of={words} text={() => connection.inspect('key', { name })}>
        Copy
      </Copy>
    </span>
  )
}
