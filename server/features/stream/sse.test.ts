import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openSse } from './sse.ts'

const circles = ['a', 'b', 'c']

test('a slow reader uses little memory and gets the newest event of each circle when it reads', async () => {
  const sse = openSse(() => {})
  sse.ready('1', circles, true)
  for (let from = 2; from < 50_000; from++) sse.change({ from: String(from), circle: circles[from % 3] ?? null, topic: 'funding' })
  expect(sse.body.readableLength).toBeLessThan(64 * 1024)

  const read = buffer(sse.body)
  await new Promise((resolve) => setTimeout(resolve, 50))
  sse.end()
  const blocks = (await read).toString().split('\n\n')
  expect(blocks.length).toBeLessThan(1_000)
  expect(blocks.slice(-4)).toEqual([
    'event: funding\nid: 49997\ndata: {"circle":"c"}',
    'event: funding\nid: 49998\ndata: {"circle":"a"}',
    'event: funding\nid: 49999\ndata: {"circle":"b"}',
    '',
  ])
})

test('an ended stream accepts nothing more and reports when it is closed', async () => {
  let isClosed = false
  const sse = openSse(() => {
    isClosed = true
  })
  sse.end()
  sse.beat()
  sse.change({ from: '2', circle: 'a', topic: 'votes' })
  expect((await buffer(sse.body)).toString()).toBe('')
  await new Promise((resolve) => setImmediate(resolve))
  expect(isClosed).toBe(true)
})
