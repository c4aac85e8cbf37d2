/** Compiles the engine, which `addTimeChecks` has made. It lies in a module, so that no platform has to find a file. */
export async function loadEngine(): Promise<WebAssembly.Module> {
  const { engine } = await import('../../generated/engine.ts')
  const compressed = Uint8Array.from(atob(engine), (letter) => letter.charCodeAt(0))
  return WebAssembly.compile(await decompress(compressed))
}

/** Not imported: a bundler for pages would look for it. Test environments such as jsdom lack what pages have. */
async function decompress(bytes: Uint8Array<ArrayBuffer>): Promise<BufferSource> {
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib')
  if (zlib !== undefined) return new Uint8Array(zlib.gunzipSync(bytes))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}
