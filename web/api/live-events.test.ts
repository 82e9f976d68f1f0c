import { expect, test } from 'vitest'
import { readEvents } from './live-events.ts'

test('events that arrive split into chunks are parsed whole', async () => {
  const text = 'event: ready\nid: 7\ndata: {"a":1}\n\n: beat\n\nevent: funding\nid: 8\ndata: {"circle":"é"}\n\nevent: half'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 3, 7, 1000]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const events = []
    for await (const event of readEvents(body)) events.push(event)
    expect(events).toEqual([
      { name: 'ready', id: '7', data: '{"a":1}' },
      { name: 'funding', id: '8', data: '{"circle":"é"}' },
    ])
  }
})
