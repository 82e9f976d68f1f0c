import type { People, UserRow } from '#demo/plan-people.ts'
import { noPermissions } from '#domain/may/person.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Actor } from '#server/sessions/actor.ts'
import type { Keys } from '#server/sessions/keys.ts'
import type { DataKeys } from '#server/shared/pay-details/data-keys.ts'
import type { DemoDocument, DocumentName } from './documents.ts'

/** What the use cases of the past run with. */
export type Past = {
  readonly tx: Tx
  readonly now: Date
  /** Runs a use case as of so many days ago; negative days are not possible. */
  at<Result>(daysAgo: number, act: () => Promise<Result>): Promise<Result>
  readonly people: People
  readonly documents: ReadonlyMap<DocumentName, DemoDocument>
  readonly keys: Keys
  readonly dataKeys: DataKeys
  readonly publicUrl: string
  readonly noticeSeconds: number
}

export const actorOf = (user: UserRow): Actor => ({
  id: user.id,
  sessionId: '',
  permissions: { ...noPermissions, isAdmin: user.is_admin ?? false },
  isBroker: user.is_broker ?? false,
  isVerified: (user.is_verified || user.is_admin) ?? false,
  zone: 'UTC',
  origin: { requestId: 'demo', address: '127.0.0.1', userAgent: 'demo' },
})

export type PastCircle = { readonly id: string; readonly members: readonly Actor[] }

/** A circle of the demo and its present members, the owner first, then in the order in which they joined. */
export async function findCircle({ tx, people }: Past, title: string): Promise<PastCircle> {
  const { id } = await tx.selectFrom('circles').select('id').where('title', '=', title).executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', id)
    .where('ended_at', 'is', null)
    .orderBy('is_owner', 'desc')
    .orderBy('created_at')
    .execute()
  const members = rows.map(({ user_id }) => {
    const user = people.rows.find((row) => row.id === user_id)
    if (!user) throw new Error(`${title} has a member whom the demo does not know`)
    return actorOf(user)
  })
  return { id, members }
}

export function memberOf({ members }: PastCircle, index: number): Actor {
  const member = members[index]
  if (!member) throw new Error(`The circle has no member ${index}`)
  return member
}
