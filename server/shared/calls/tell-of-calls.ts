import { paths } from '#contract/paths.ts'
import type { NoticeKind } from '#domain/notices.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { writeAudit } from '#server/shared/audit/write-audit.ts'
import { notify } from '#server/shared/notices/notify.ts'
import { openCents, readCallParts } from './call-parts.ts'

/** Who has not paid their part of a call. */
export async function findUnpaid(tx: Tx, circleId: string, callId: string): Promise<string[]> {
  const parts = await readCallParts(tx, circleId)
  return [...new Set(parts.filter((part) => part.callId === callId && openCents(part) > 0).map(({ holder }) => holder))].sort()
}

type Asked = {
  readonly circleId: string
  readonly callId: string
  readonly people: readonly string[]
  readonly isReminder: boolean
  readonly publicUrl: string
}

/** A notice and a mail to people whose part is open. Someone who is being deleted is skipped: see `mailMembers`. */
export async function askToPay(tx: Tx, { circleId, callId, people, isReminder, publicUrl }: Asked): Promise<void> {
  if (people.length === 0) return
  await notify(tx, people, { kind: isReminder ? 'call_waits' : 'call_opened', circleId, facts: { call: callId } })
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', circleId))
    .innerJoin('calls', (join) => join.on('calls.id', '=', callId))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title', 'calls.due_day'])
    .where('users.id', 'in', [...people])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${paths.circleCall(circleId, callId)}`
  for (const { id, email, first_name, title, due_day } of rows) {
    if (!email) continue
    const words = { firstName: first_name, circleTitle: title, dueDay: due_day, isReminder, link }
    await queueMail(tx, 'call-asks', { userId: id, email }, words)
  }
}

type Opened = { readonly circleId: string; readonly callId: string; readonly openedBy: string | null; readonly publicUrl: string }

/** Those whose part was paid by kept money at once are not asked. */
export async function tellOfCall(tx: Tx, { circleId, callId, openedBy, publicUrl }: Opened): Promise<void> {
  const people = await findUnpaid(tx, circleId, callId)
  await askToPay(tx, { circleId, callId, people, isReminder: false, publicUrl })
  if (people.length === 0) await tellOfMoney(tx, { kind: 'call_complete', circleId, callId })
  if (openedBy === null)
    await writeAudit(tx, { act: 'call.opened', by: { id: null, origin: null }, subject: ['call', callId], facts: { circle: circleId } })
}

type Told = {
  readonly kind: NoticeKind
  readonly circleId: string
  readonly callId: string | null
  /** All holders without these. */
  readonly people?: readonly string[]
}

export async function tellOfMoney(tx: Tx, { kind, circleId, callId, people }: Told): Promise<void> {
  const told = people ?? (await readMembers(tx, circleId))
  await notify(tx, told, { kind, circleId, facts: callId ? { call: callId } : {} })
}

export async function readMembers(tx: Database | Tx, circleId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('circle_id', '=', circleId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
