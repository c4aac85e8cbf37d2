/** The content of a link to the playground: one of the examples, or an edited one. */
export type Shared = { readonly example: string } | { readonly program: string; readonly world: string }

const edited = '#edited='

/** Writes the fragment of an address. Texts are compressed into it, so no server sees them. */
export async function toFragment(shared: Shared): Promise<string> {
  if ('example' in shared) return `#${shared.example}`
  const bytes = await readThrough(new CompressionStream('deflate-raw'), new Blob([JSON.stringify(shared)]))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return edited + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Reads the fragment of an address.
 *
 * @throws {Error} if the fragment was cut off or changed.
 */
export async function fromFragment(fragment: string): Promise<Shared> {
  if (!fragment.startsWith(edited)) return { example: fragment.slice(1) }
  try {
    const text = atob(fragment.slice(edited.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    const { program, world } = JSON.parse(
      new TextDecoder().decode(await readThrough(new DecompressionStream('deflate-raw'), new Blob([bytes]))),
    )
    return { program: String(program), world: String(world) }
  } catch (cause) {
    throw new Error('Cannot read this link: it is not complete', { cause })
  }
}

async function readThrough(stream: CompressionStream | DecompressionStream, data: Blob): Promise<Uint8Array> {
  return new Uint8Array(await new Response(data.stream().pipeThrough(stream)).arrayBuffer())
}
