import type { Database, Tx } from '#server/db/connect.ts'
import type { Actor, Origin } from '#server/sessions/actor.ts'

type Act = {
  /** What was done, as `subject.verb`: 'session.started', 'user.verified', 'arcs.bought'. */
  readonly act: string
  readonly by: Actor | { readonly id: string | null; readonly origin: Origin | null }
  readonly subject?: readonly [kind: string, id: string]
  readonly fields?: readonly string[]
  /** Ids, codes and amounts only. */
  readonly facts?: Readonly<Record<string, string | number | boolean | null>>
  /** Personal values before and after; erased with the person. */
  readonly person?: { readonly userId: string; readonly before: Record<string, unknown>; readonly after: Record<string, unknown> }
}

/** Appends an act without personal values, as a part of the statement that it describes. */
export const auditInsert = (tx: Tx | Database, act: Omit<Act, 'person'>) =>
  tx
    .insertInto('audit_log')
    .values({
      actor_id: act.by.id,
      act: act.act,
      subject_kind: act.subject?.[0] ?? null,
      subject_id: act.subject?.[1] ?? null,
      fields: [...(act.fields ?? [])],
      facts: JSON.stringify(act.facts ?? {}),
      request_id: act.by.origin?.requestId ?? null,
      address: act.by.origin?.address ?? null,
    })
    .returning('id')

/** Appends to the audit log, in the same transaction as the change it describes. */
export async function writeAudit(tx: Tx | Database, act: Act): Promise<void> {
  const { id } = await auditInsert(tx, act).executeTakeFirstOrThrow()
  if (!act.person) return
  await tx
    .insertInto('audit_values')
    .values({
      audit_id: id,
      user_id: act.person.userId,
      before: JSON.stringify(act.person.before),
      after: JSON.stringify(act.person.after),
    })
    .execute()
}
