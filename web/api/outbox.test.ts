import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type Act, createOutbox, type Outbox, type SendResult, type WaitingAct } from './outbox.ts'

const act = (name: string, more: Partial<Act> = {}): Act => ({
  kind: 'comment',
  method: 'POST',
  path: `thread/${name}`,
  body: { text: name },
  subject: name,
  about: name,
  page: '/circle/1',
  changes: [],
  ...more,
})

type Line = 'works' | 'request lost' | 'answer lost' | 'server fails' | 'refuses'

/** Does each act once per key, as the real server does; a retry gets the first answer again. */
function startServer() {
  const done: string[] = []
  const answers = new Map<string, 'accepted' | 'refused'>()
  const send = async ({ key, path }: WaitingAct, line: Line): Promise<string> => {
    await Promise.resolve()
    if (line === 'request lost') throw new ApiError(0, 'No answer')
    if (line === 'server fails') throw new ApiError(503, 'Later')
    const answer = answers.get(key) ?? (line === 'refuses' ? 'refused' : 'accepted')
    if (!answers.has(key) && answer === 'accepted') done.push(path)
    answers.set(key, answer)
    if (line === 'answer lost') throw new ApiError(0, 'No answer')
    if (answer === 'refused') throw new ApiError(409, 'Voting has closed.', [], 'voting_closed')
    return path
  }
  return { done, send }
}

/** One queue for all tabs, as Web Locks have. */
function makeLock() {
  let last: Promise<void> = Promise.resolve()
  return (work: () => Promise<void>): Promise<void> => {
    last = last.then(work, work)
    return last
  }
}

type World = { line: () => Line; isOnline: () => boolean }

function openTab(
  { line, isOnline }: World,
  { send }: ReturnType<typeof startServer>,
  { userId = 'maya', inOneTab = makeLock() }: { userId?: string; inOneTab?: ReturnType<typeof makeLock> } = {},
) {
  const sent: string[] = []
  const refused: WaitingAct[] = []
  const outbox: Outbox = createOutbox({
    userId,
    storage: localStorage,
    inOneTab,
    isOnline,
    send: (waiting) => send(waiting, line()),
    onSent: ({ path }) => sent.push(path),
    onRefused: (waiting) => refused.push(waiting),
    onChange: () => {},
  })
  return { outbox, sent, refused }
}

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))

const world = { line: 'works' as Line, online: true }
const here: World = { line: () => world.line, isOnline: () => world.online }
beforeEach(() => void Object.assign(world, { line: 'works', online: true }))

test('without a connection an act is kept, and sent once when it is back, in order', async () => {
  const server = startServer()
  const { outbox, sent } = openTab(here, server)
  world.online = false
  expect(await outbox.sendOrKeep(act('first'))).toEqual({ isKept: true })
  expect(await outbox.sendOrKeep(act('second'))).toEqual({ isKept: true })
  await outbox.flush()
  expect(server.done).toEqual([])
  world.online = true
  await outbox.flush()
  expect(server.done).toEqual(['thread/first', 'thread/second'])
  expect(sent).toEqual(server.done)
  expect(outbox.list()).toEqual([])
})

test('an act whose answer was lost is sent again with the same key, also after a reload, and done once', async () => {
  const server = startServer()
  const { outbox } = openTab(here, server)
  world.line = 'answer lost'
  expect(await outbox.sendOrKeep(act('roof'))).toEqual({ isKept: true })
  outbox.stop()
  world.line = 'works'
  const reloaded = openTab(here, server)
  await reloaded.outbox.start()
  expect(server.done).toEqual(['thread/roof'])
  expect(reloaded.sent).toEqual(['thread/roof'])
  expect(reloaded.outbox.list()).toEqual([])
})

test('an act is stored before it is sent, so a page that is closed meanwhile loses nothing', async () => {
  const server = startServer()
  let release = () => {}
  const { outbox } = openTab(here, { ...server, send: () => new Promise<string>((_, reject) => (release = () => reject(new TypeError()))) })
  void outbox.sendOrKeep(act('roof'))
  await vi.advanceTimersByTimeAsync(0)
  expect(outbox.list()).toMatchObject([{ path: 'thread/roof', isFirstTry: true, triedAt: 1_000_000 }])
  // Reopened, it is shown as waiting.
  world.online = false
  const reloaded = openTab(here, server)
  await reloaded.outbox.start()
  expect(reloaded.outbox.list()).toMatchObject([{ isFirstTry: false }])
  release()
})

test('a server that fails gets it again later by itself', async () => {
  const server = startServer()
  const { outbox } = openTab(here, server)
  world.line = 'server fails'
  expect(await outbox.sendOrKeep(act('roof'))).toEqual({ isKept: true })
  world.line = 'works'
  await vi.advanceTimersByTimeAsync(5_000)
  expect(server.done).toEqual(['thread/roof'])
})

test('what the server refuses goes to the screen that waits for it, else kept with the reason until it is removed', async () => {
  const server = startServer()
  const { outbox, refused } = openTab(here, server)
  world.line = 'refuses'
  await expect(outbox.sendOrKeep(act('direct'))).rejects.toMatchObject({ status: 409 })
  expect(outbox.list()).toEqual([])
  world.online = false
  await outbox.sendOrKeep(act('late'))
  await outbox.sendOrKeep(act('read', { kind: 'mark' }))
  world.online = true
  await outbox.flush()
  expect(outbox.list()).toMatchObject([{ path: 'thread/late', refusal: { code: 'voting_closed', words: 'Voting has closed.' } }])
  expect(refused.map(({ path }) => path)).toEqual(['thread/late'])
  // It is not sent again.
  world.line = 'works'
  await outbox.flush()
  expect(server.done).toEqual([])
})

test('an ended session keeps the act', async () => {
  const { outbox, refused } = openTab(here, { done: [], send: async () => Promise.reject(new ApiError(401, 'Ended')) })
  expect(await outbox.sendOrKeep(act('roof'))).toEqual({ isKept: true })
  expect(refused).toEqual([])
  expect(outbox.list()).toHaveLength(1)
  outbox.stop()
})

test('a later vote takes the place of one that waits; comments stand beside each other', async () => {
  const server = startServer()
  const { outbox } = openTab(here, server)
  world.online = false
  await outbox.sendOrKeep(act('yes', { kind: 'vote', subject: 'vote:1' }))
  await outbox.sendOrKeep(act('no', { kind: 'vote', subject: 'vote:1' }))
  await outbox.sendOrKeep(act('a'))
  await outbox.sendOrKeep(act('b'))
  world.online = true
  await outbox.flush()
  expect(server.done).toEqual(['thread/no', 'thread/a', 'thread/b'])
})

test('what is taken back is not sent', async () => {
  const server = startServer()
  const { outbox } = openTab(here, server)
  world.online = false
  await outbox.sendOrKeep(act('roof'))
  for (const { key } of outbox.list()) outbox.remove(key)
  world.online = true
  await outbox.flush()
  expect(server.done).toEqual([])
})

test('another account in the same browser never sees or sends it; signing out removes only one’s own', async () => {
  const server = startServer()
  const mayas = openTab(here, server).outbox
  const noras = openTab(here, server, { userId: 'nora' }).outbox
  world.online = false
  await mayas.sendOrKeep(act('hers'))
  await noras.sendOrKeep(act('other'))
  world.online = true
  await noras.flush()
  expect(server.done).toEqual(['thread/other'])
  expect(noras.clear()).toEqual([])
  expect(mayas.clear().map(({ path }) => path)).toEqual(['thread/hers'])
  expect(Object.keys(localStorage)).toEqual([])
})

test('a comment that was tried is not sent again when the server may have forgotten its key', async () => {
  const server = startServer()
  const { outbox, refused } = openTab(here, server)
  world.line = 'answer lost'
  await outbox.sendOrKeep(act('roof'))
  outbox.stop()
  world.line = 'works'
  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  await outbox.flush()
  expect(server.done).toEqual(['thread/roof'])
  expect(refused[0]?.refusal?.words).toMatch(/may have been posted/)
})

type Step =
  | { readonly at: 'act'; readonly tab: 0 | 1 }
  | { readonly at: 'line'; readonly line: Line }
  | { readonly at: 'connection'; readonly online: boolean }
  | { readonly at: 'reload'; readonly tab: 0 | 1 }
  | { readonly at: 'wait' }

const tab = fc.constantFrom(0 as const, 1 as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ at: fc.constant('act' as const), tab }) },
  {
    weight: 3,
    arbitrary: fc.record({
      at: fc.constant('line' as const),
      line: fc.constantFrom<Line>('works', 'request lost', 'answer lost', 'server fails', 'refuses'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('connection' as const), online: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('reload' as const), tab }) },
  { weight: 2, arbitrary: fc.constant({ at: 'wait' as const }) },
)

test('whatever is lost, in two tabs and over reloads, every act is done exactly once or its refusal is shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      localStorage.clear()
      Object.assign(world, { line: 'works', online: true })
      const server = startServer()
      const inOneTab = makeLock()
      const tabs = [openTab(here, server, { inOneTab }), openTab(here, server, { inOneTab })]
      const told = new Set<string>()
      let made = 0
      for (const each of steps) {
        if (each.at === 'act') {
          const name = String(made++)
          // Not awaited: people do not wait either.
          void tabs[each.tab]?.outbox.sendOrKeep(act(name)).then(
            (result: SendResult) => result,
            () => told.add(`thread/${name}`),
          )
        } else if (each.at === 'line') world.line = each.line
        else if (each.at === 'connection') {
          world.online = each.online
          if (each.online) for (const { outbox } of tabs) void outbox.flush()
        } else if (each.at === 'reload') {
          tabs[each.tab]?.outbox.stop()
          const reopened = openTab(here, server, { inOneTab })
          tabs[each.tab] = reopened
          void reopened.outbox.start()
        } else await vi.advanceTimersByTimeAsync(1_000)
        await Promise.resolve()
      }
      Object.assign(world, { line: 'works', online: true })
      for (const { outbox } of tabs) await outbox.flush()
      await vi.advanceTimersByTimeAsync(200_000)
      for (const { path, refusal } of tabs[0]?.outbox.list() ?? []) {
        expect(refusal).not.toBeNull()
        told.add(path)
      }
      const all = Array.from({ length: made }, (_, name) => `thread/${name}`)
      expect([...server.done, ...told].sort()).toEqual(all.sort())
      for (const { outbox } of tabs) outbox.stop()
    }),
    { numRuns: 300 },
  )
})
