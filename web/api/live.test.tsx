import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderUi } from '#web/testing/render-ui.tsx'
import { showing } from './cache-rules.ts'
import type { Fact } from './facts.ts'
import { membersFact } from './facts.ts'
import { useLive, useWatchCircle, useWatchLists } from './live.ts'
import { clearToken, storeToken } from './token.ts'

/** The server's side of the latest stream. */
let send: (...events: readonly (readonly [name: string, circle: string | null])[]) => void
let asked: URLSearchParams[]
/** The circles that this person may no longer see. */
let hidden: readonly string[]

beforeEach(() => {
  asked = []
  hidden = []
  storeToken({ accessToken: 'a', refreshToken: 'r', tokenType: 'Bearer' })
  // jsdom has no Web Locks, and there is only one tab here.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: async (_name: string, _options: object, hold: () => Promise<void>) => hold() },
  })
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    const wanted = new URL(url, location.origin).searchParams
    asked.push(wanted)
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        const block = (name: string, data: object) => `event: ${name}\nid: 7\ndata: ${JSON.stringify(data)}\n\n`
        const write = (text: string) => stream.enqueue(new TextEncoder().encode(text))
        write(block('ready', { circles: wanted.getAll('circle').filter((id) => !hidden.includes(id)), isResumed: true }))
        send = (...events) => write(events.map(([name, circle]) => block(name, { circle })).join(''))
        signal?.addEventListener('abort', () => stream.error(signal.reason))
      },
    })
    return new Response(body)
  })
})

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'locks')
})

/** Shows how often each query was fetched. */
function Shown({ name, fact }: { name: string; fact: Fact }) {
  const reads = useQuery({
    queryKey: [showing(fact), name],
    queryFn: ({ client, queryKey }) => Number(client.getQueryData(queryKey) ?? 0) + 1,
  })
  return <p>{`${name} ${reads.data}`}</p>
}

function Page() {
  useLive('me')
  useWatchLists()
  useWatchCircle('0a')
  return (
    <>
      <Shown name="grid" fact="circle-lists" />
      <Shown name="me" fact="myself" />
      <Shown name="members" fact={membersFact('0a')} />
    </>
  )
}

test('a page with a list and a circle watches both, and refetches only what an event changed', async () => {
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('members 1')
  await expect.poll(() => asked.at(-1)?.toString()).toMatch(/^list=true&circle=0a/)

  send(['list', null])
  await screen.findByText('grid 2')
  send(['self', null])
  await screen.findByText('me 2')
  send(['members', '0a'])
  await screen.findByText('members 2')
  screen.getByText('grid 2')
  screen.getByText('me 2')
})

test('events that arrive together cause one refetch', async () => {
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })}>
      <Page />
    </QueryClientProvider>,
  )
  await screen.findByText('grid 1')
  await expect.poll(() => asked.at(-1)?.has('list')).toBe(true)
  send(['list', null], ['list', null], ['list', null], ['self', null])
  await screen.findByText('me 2')
  screen.getByText('grid 2')
})

test('a circle that was hidden before the stream opened is refetched, with the lists that may show it', async () => {
  hidden = ['0a']
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })}>
      <Page />
      <Shown name="follows" fact="my-follows" />
    </QueryClientProvider>,
  )
  await screen.findByText('members 2')
  screen.getByText('grid 2')
  screen.getByText('follows 2')
})

function List() {
  useWatchLists()
  return <Shown name="grid" fact="circle-lists" />
}

function ListOrNot() {
  const [isOpen, setOpen] = useState(true)
  useLive('me')
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Switch
      </button>
      {isOpen ? <List /> : <p>Elsewhere</p>}
    </>
  )
}

test('a list is fetched again when it reopens, because its changes were not reported in between', async () => {
  renderUi(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })}>
      <ListOrNot />
    </QueryClientProvider>,
  )
  await screen.findByText('grid 1')
  fireEvent.click(screen.getByText('Switch'))
  await screen.findByText('Elsewhere')
  fireEvent.click(screen.getByText('Switch'))
  await screen.findByText('grid 2')
})
