import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { formatCents } from '#domain/money.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { readMembers } from '#server/shared/calls/tell-of-calls.ts'
import { notify } from '#server/shared/notices/notify.ts'

type Told = { readonly kind: NoticeKind; readonly circleId: string; readonly distributionId: string }

/** A notice to all members and to who receives something by it, also to those who have left. */
export async function tellOfDistribution(tx: Tx, { kind, circleId, distributionId }: Told): Promise<void> {
  const receivers = await tx
    .selectFrom('distribution_payouts')
    .select('receiver')
    .distinct()
    .where('distribution_id', '=', distributionId)
    .execute()
  const people = new Set([...(await readMembers(tx, circleId)), ...receivers.map(({ receiver }) => receiver)])
  await notify(tx, [...people], { kind, circleId, facts: { distribution: distributionId } })
}

type Posted = {
  readonly circleId: string
  readonly distributionId: string
  readonly receivers: readonly string[]
  readonly publicUrl: string
}

/**
 * A notice and a mail to each receiver, with their own amounts only. Someone who is being deleted is skipped: a deletion locks the person
 * before the circle.
 */
export async function tellReceivers(tx: Tx, { circleId, distributionId, receivers, publicUrl }: Posted): Promise<void> {
  if (receivers.length === 0) return
  await notify(tx, receivers, { kind: 'distribution_posted', circleId, facts: { distribution: distributionId } })
  const own = (
    column: 'owed_cents' | 'set_off_cents',
  ) => sql<number>`(select coalesce(sum(${sql.ref(column)}), 0)::bigint from distribution_payouts
    where distribution_id = ${distributionId} and receiver = users.id)`
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title'])
    .select([own('owed_cents').as('owed'), own('set_off_cents').as('setOff')])
    .where('users.id', 'in', [...receivers])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${paths.circleDistribution(circleId, distributionId)}`
  for (const { id, email, first_name, title, owed, setOff } of rows) {
    const words = {
      firstName: first_name,
      circleTitle: title,
      owed: owed > 0 ? formatCents(owed) : null,
      setOff: setOff > 0 ? formatCents(setOff) : null,
      link,
    }
    if (email) await queueMail(tx, 'paid-out', { userId: id, email }, words)
  }
}
