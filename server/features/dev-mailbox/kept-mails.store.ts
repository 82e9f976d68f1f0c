import type { Database } from '#server/db/connect.ts'
import { isId } from '#server/db/ids.ts'

export type KeptMail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly createdAt: string
}

const most = 200

const selectKeptMails = (db: Database) =>
  db.selectFrom('mails').select(['id', 'to_address', 'subject', 'html', 'body', 'created_at']).where('status', '=', 'kept')

type Row = Awaited<ReturnType<ReturnType<typeof selectKeptMails>['execute']>>[number]

const toMail = (row: Row): KeptMail => ({
  id: row.id,
  to: row.to_address,
  subject: row.subject ?? '',
  text: row.body ?? '',
  html: row.html ?? '',
  createdAt: row.created_at.toISOString(),
})

export async function readNewestMails(db: Database, to?: string): Promise<KeptMail[]> {
  const rows = await selectKeptMails(db)
    .$if(to !== undefined, (query) => query.where('to_address', '=', to ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toMail)
}

export async function findMail(db: Database, id: string): Promise<KeptMail | undefined> {
  if (!isId(id)) return undefined
  const row = await selectKeptMails(db).where('id', '=', id).executeTakeFirst()
  return row && toMail(row)
}
