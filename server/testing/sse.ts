type ReceivedEvent = { readonly event: string; readonly id: string; readonly data: unknown }

/** An open event stream; heartbeats are skipped. */
type EventStream = {
  next(): Promise<ReceivedEvent>
  readonly ended: Promise<void>
  isEnded(): boolean
  stop(): Promise<void>
}

function parse(block: string): ReceivedEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  const data = fields.get('data')
  return data === undefined ? null : { event: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data: JSON.parse(data) }
}

export async function openEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventStream> {
  const abort = new AbortController()
  const answer = await fetch(url, { headers, signal: abort.signal })
  if (answer.status !== 200 || !answer.body) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  const received: ReceivedEvent[] = []
  const waiting: ((event: ReceivedEvent) => void)[] = []
  let isEnded = false

  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of body) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        const taker = event && waiting.shift()
        if (event && taker) taker(event)
        else if (event) received.push(event)
      }
    }
  }
  const ended = read(answer.body)
    .catch(() => {})
    .then(() => {
      isEnded = true
    })
  return {
    next: () => {
      const event = received.shift()
      return event ? Promise.resolve(event) : new Promise((resolve) => waiting.push(resolve))
    },
    ended,
    isEnded: () => isEnded,
    stop: async () => {
      abort.abort()
      await ended
    },
  }
}
