import type { Insertable } from 'kysely'
import type { NoticeDetails, NoticeKind } from '#domain/notices.ts'
import type { DB } from '#server/db/schema.generated.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt, type Random } from './random.ts'

const mostNotices = 14
const mostUnread = 4

type Draft = {
  readonly kind: NoticeKind
  readonly circle: string
  readonly property: string
  readonly facts: NoticeDetails
  readonly at: Date
}

/** The notices of the latest events in a person's circles; the newest are unread. */
export function planNotices(rows: DemoRows, personId: string, now: Date, random: Random): Insertable<DB['notices']>[] {
  const circles = new Set([
    ...rows.memberships.filter((row) => row.user_id === personId && !row.ended_at).map((row) => row.circle_id),
    ...rows.broker_assignments.filter((row) => row.broker_id === personId).map((row) => row.circle_id),
  ])
  const properties = new Map(rows.properties.filter((row) => circles.has(row.circle_id)).map((row) => [row.id, row]))
  const titles = new Map(rows.circles.map((row) => [row.id, row.title]))
  const drafts: Draft[] = []
  for (const [id, row] of properties) {
    const at = row.created_at as Date
    const about = { circle: row.circle_id, property: id }
    if (row.uploaded_by !== personId) drafts.push({ kind: 'new_property', ...about, facts: {}, at })
    const posts = rows.posts.filter((post) => post.property_id === id && post.user_id !== personId)
    const last = posts.at(-1)
    if (last) drafts.push({ kind: 'answer', ...about, facts: { count: posts.length }, at: last.created_at as Date })
    for (const entry of rows.decision_record.filter((each) => each.property_id === id && each.actor_id !== personId)) {
      const facts = { state: entry.state as 'passes', ...(entry.kind === 'closed' ? { isClosed: true } : {}) }
      drafts.push({ kind: 'outcome', ...about, facts, at: entry.at as Date })
    }
  }
  const newest = drafts.filter(({ at }) => at < now).sort((a, b) => b.at.getTime() - a.at.getTime())
  return newest.slice(0, mostNotices).map(({ kind, circle, property, facts, at }, index) => {
    // The database allows one unread notice per kind and property.
    const isFirst = newest.findIndex((other) => other.kind === kind && other.property === property) === index
    const isRead = index >= mostUnread || !isFirst
    const read_at = isRead ? new Date(Math.min(now.getTime(), at.getTime() + 5 * 60 * 60 * 1_000)) : null
    const row = { id: idAt(random, at), user_id: personId, kind, circle_id: circle, property_id: property, facts: JSON.stringify(facts) }
    const words = { circle_title: titles.get(circle) ?? null, address: properties.get(property)?.address ?? null }
    return { ...row, ...words, at, read_at, mailed_at: null }
  })
}
