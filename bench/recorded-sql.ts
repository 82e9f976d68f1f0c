import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Values that differ per purchase. `arc` is 0 until the statements find the lowest free one. */
export type Slots = { buyer: string; session: string; circle: string; membership: string; arc: number }

type Value = { readonly slot: keyof Slots } | { readonly fixed: unknown } | { readonly list: readonly Value[] }
export type Script = readonly { readonly text: string; readonly values: readonly Value[] }[]

type Sent = { readonly text: string; readonly values: readonly unknown[] }
const recording = new AsyncLocalStorage<Sent[]>()

/** Runs `act` and records every statement sent to PostgreSQL, in order. */
export async function record(act: () => Promise<Slots>): Promise<Script> {
  const original = pg.Client.prototype.query
  const sent: Sent[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query, values] = args as [string | { text: string; values?: unknown[] }, unknown]
    const text = typeof query === 'string' ? query : query.text
    recording.getStore()?.push({ text, values: Array.isArray(values) ? values : typeof query === 'string' ? [] : (query.values ?? []) })
    return original.apply(this, args as never)
  } as typeof original
  try {
    const slots = await recording.run(sent, act)
    const names = new Map(Object.entries(slots).map(([name, value]) => [value, name as keyof Slots]))
    const toValue = (value: unknown): Value => {
      if (Array.isArray(value)) return { list: value.map(toValue) }
      const slot = names.get(value as string)
      return slot ? { slot } : { fixed: value }
    }
    return sent.map(({ text, values }) => ({ text, values: values.map(toValue) }))
  } finally {
    pg.Client.prototype.query = original
  }
}

/** Sends the statements again, for another purchase. */
export async function replay(client: pg.Client, script: Script, slots: Slots): Promise<void> {
  const fill = (value: Value): unknown => {
    if ('list' in value) return value.list.map(fill)
    return 'slot' in value ? slots[value.slot] : value.fixed
  }
  for (const { text, values } of script) {
    const { rows } = await client.query(text, values.map(fill))
    // A leaving member frees the arc that they bought, not the one that is free by then.
    if (slots.arc !== 0 || !/^select .*"membership_id" from "arcs"/.test(text)) continue
    const free = (rows as { number: number; membership_id: string | null }[]).find((row) => row.membership_id === null)
    if (!free) throw new Error('no arc is free')
    slots.arc = free.number
  }
}
