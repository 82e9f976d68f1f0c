import { paths } from '#contract/paths.ts'
import type { Tx } from '#server/db/connect.ts'
import type { MotionRow } from './motions.ts'

type Mail = {
  readonly to: { readonly userId: string; readonly email: string }
  /** What every mail about a motion says: never an amount or another person's name. */
  readonly words: { readonly firstName: string; readonly title: string; readonly circleTitle: string; readonly link: string }
}

/** The mails about a motion to these people. Someone who is being deleted is skipped, because waiting for them could deadlock. */
export async function mailsAbout(tx: Tx, motion: MotionRow, people: readonly string[], publicUrl: string): Promise<Mail[]> {
  if (people.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .innerJoin('circles', (join) => join.on('circles.id', '=', motion.circle_id))
    .select(['users.id', 'users.email', 'users.first_name', 'circles.title'])
    .where('users.id', 'in', [...people])
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.id')
    .forKeyShare(['users'])
    .skipLocked()
    .execute()
  const link = `${publicUrl}${paths.circleMotion(motion.circle_id, motion.id)}`
  return rows.flatMap(({ id, email, first_name, title }) =>
    email ? [{ to: { userId: id, email }, words: { firstName: first_name, title: motion.title, circleTitle: title, link } }] : [],
  )
}
