type ServerEvent = { readonly name: string; readonly id: string | null; readonly data: string }

const fieldOf = (lines: readonly string[], name: string): string | null => {
  const line = lines.find((each) => each.startsWith(`${name}:`))
  return line ? line.slice(name.length + 1).trimStart() : null
}

/** Parses server-sent events from a fetch response. Not EventSource, which cannot send headers: a token must never be in a URL. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const data = fieldOf(lines, 'data')
      if (data !== null) yield { name: fieldOf(lines, 'event') ?? 'message', id: fieldOf(lines, 'id'), data }
    }
  }
}
