import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isId, newId } from '#server/db/ids.ts'

/** Values that differ per purchase. `arc` is 0 until the statements find the lowest free one. */
export type Slots = { buyer: string; session: string; circle: string; membership: string; arc: number }

/** `made`: an id that the act itself made; every replay makes its own. */
type Value = { readonly slot: keyof Slots } | { readonly made: string } | { readonly fixed: unknown } | { readonly list: readonly Value[] }

type Statement = { readonly text: string; readonly values: readonly Value[] }

/** The statements of an act, in the groups in which they were sent together. */
export type Script = readonly (readonly Statement[])[]

type Sent = { readonly text: string; readonly values: readonly unknown[]; readonly isAlone: boolean }
type Recording = { readonly sent: Sent[]; unanswered: number }
const recording = new AsyncLocalStorage<Recording>()

/** Runs `act` and records every statement sent to PostgreSQL, in order. */
export async function record(act: () => Promise<Slots>): Promise<Script> {
  const original = pg.Client.prototype.query
  const current: Recording = { sent: [], unanswered: 0 }
  const firstMade = newId()
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const answer = original.apply(this, args as never) as unknown
    const store = recording.getStore()
    if (!store) return answer
    const [query, list] = args as [string | { text: string; values?: unknown[] }, unknown]
    const text = typeof query === 'string' ? query : query.text
    const values = Array.isArray(list) ? list : typeof query === 'string' ? [] : (query.values ?? [])
    store.sent.push({ text, values, isAlone: store.unanswered === 0 })
    store.unanswered += 1
    const onAnswer = () => {
      store.unanswered -= 1
    }
    ;(answer as Promise<unknown>).then(onAnswer, onAnswer)
    return answer
  } as typeof original
  try {
    const slots = await recording.run(current, act)
    const names = new Map(Object.entries(slots).map(([name, value]) => [value, name as keyof Slots]))
    const toValue = (value: unknown): Value => {
      if (Array.isArray(value)) return { list: value.map(toValue) }
      const slot = names.get(value as string)
      if (slot) return { slot }
      return isId(value) && value >= firstMade.slice(0, 13) ? { made: value } : { fixed: value }
    }
    const groups: Statement[][] = []
    for (const { text, values, isAlone } of current.sent) {
      if (isAlone) groups.push([])
      groups.at(-1)?.push({ text, values: values.map(toValue) })
    }
    return groups
  } finally {
    pg.Client.prototype.query = original
  }
}

/** Sends the statements again, for another purchase. The client pipelines, as the product's do. */
export async function replay(client: pg.Client, script: Script, slots: Slots): Promise<void> {
  const made = new Map<string, string>()
  const fill = (value: Value): unknown => {
    if ('list' in value) return value.list.map(fill)
    if ('slot' in value) return slots[value.slot]
    if ('fixed' in value) return value.fixed
    const id = made.get(value.made) ?? newId()
    made.set(value.made, id)
    return id
  }
  for (const group of script) {
    const answers = await Promise.all(group.map(({ text, values }) => client.query(text, values.map(fill))))
    // A leaving member frees the arc that they bought, not the one that is free by then.
    const arcs = answers.flatMap(({ rows }) => (rows[0] as { arcs?: unknown } | undefined)?.arcs ?? [])
    if (slots.arc !== 0 || arcs.length < 2) continue
    const free = (arcs as { number: number; isFree: boolean }[]).find((arc) => arc.isFree)
    if (!free) throw new Error('no arc is free')
    slots.arc = free.number
  }
}
