import type { Engine } from './engine.ts'
import type { ListeningServer } from './listen.ts'

/** Starts a server. `mended` has the names of the defaults of its framework that are mended. */
export type Serve = (engine: Engine, options: { readonly mended: readonly string[] }) => Promise<ListeningServer>

/** Reads the key of a header such as `Bearer KEY`. The name of a scheme is not case-sensitive (RFC 9110, section 11.1). */
export function readKey(authorization: string | undefined): string | undefined {
  return /^bearer (\S+)$/i.exec(authorization ?? '')?.[1]
}
