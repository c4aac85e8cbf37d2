interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** The events of a stream, as far as this server sends them: one line for each field. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      yield { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data: fields.get('data') ?? '' }
    }
  }
}
