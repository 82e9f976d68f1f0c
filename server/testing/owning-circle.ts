import { sql } from 'kysely'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { closeVotes } from '#server/features/deciding/close-votes.ts'
import { dateStage } from '#server/shared/stages/stages.ts'
import { createBookCircle } from './book-circle.ts'
import { insertPaper } from './buying-circle.ts'
import type { Person } from './seed.ts'
import type { TestApp } from './test-app.ts'

type Purchase = { readonly circleId: string; readonly owner: Person; readonly confirmer: Person; readonly day: string }

/** Finishes the purchase in the tables, as if its settlement statement had been confirmed. The book has the entry already, or gets none. */
export async function finishPurchase(testApp: TestApp, { circleId, owner, confirmer, day }: Purchase, entryId: string): Promise<void> {
  const documentVersionId = await insertPaper(testApp, circleId, owner)
  await transaction(testApp.db, async (tx) => {
    const { id } = await tx.selectFrom('acquisitions').select('id').where('circle_id', '=', circleId).executeTakeFirstOrThrow()
    await tx
      .insertInto('settlements')
      .values({
        id: newId(),
        circle_id: circleId,
        kind: 'purchase',
        acquisition_id: id,
        day,
        lines: '[]',
        document_version_id: documentVersionId,
        proposed_by: owner._id,
        confirmed_by: confirmer._id,
        confirmed_at: new Date(),
        entry_id: entryId,
      })
      .execute()
    await tx.updateTable('acquisitions').set({ outcome: 'bought', ended_at: new Date() }).where('id', '=', id).execute()
    await tx.updateTable('circles').set({ holding: 'owning' }).where('id', '=', circleId).execute()
    await dateStage(tx, circleId)
  })
}

/** As if the months up to this one had been closed. */
export const closeMonths = async (testApp: TestApp, circleId: string, by: Person, months: readonly string[]): Promise<void> => {
  for (const month of months)
    await testApp.db
      .insertInto('month_closings')
      .values({ circle_id: circleId, month: `${month}-01`, closed_by: by._id })
      .execute()
}

/** Changes what no act can change, such as when a motion passed. */
export const changePast = (testApp: TestApp, table: 'motion_closings' | 'windings_up', change: ReturnType<typeof sql>): Promise<void> =>
  transaction(testApp.db, async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    await change.execute(tx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
  })

export const runClosings = (testApp: TestApp): Promise<void> =>
  closeVotes(testApp.db, { publicUrl: 'http://localhost', noticeSeconds: 86_400 })

/** A circle of four arcs that owns a house of $100,000, without a loan: Ann holds 1 and 2, Ben 3, Cy 4. */
export async function createOwningCircle(testApp: TestApp) {
  const circle = await createBookCircle(testApp)
  const { ann, ben, circleId, write } = circle
  const day = '2025-01-29'
  const closing = await write('settlement', day, [
    { account: 'property', amountCents: 10_000_000 },
    { account: 'capital', arc: 1, amountCents: -2_500_000 },
    { account: 'capital', arc: 2, amountCents: -2_500_000 },
    { account: 'capital', arc: 3, amountCents: -2_500_000 },
    { account: 'capital', arc: 4, amountCents: -2_500_000 },
  ])
  await finishPurchase(testApp, { circleId, owner: ann, confirmer: ben, day }, closing.id)
  const url = `app/sale/${circleId}`
  return {
    ...circle,
    saleUrl: url,
    stage: async () => (await testApp.call(ann, 'GET', `app/circle/${circleId}/stage`)).data<{ stage: string }>().stage,
    record: async (person: Person, lines: readonly object[], more: object = {}) =>
      testApp.call(person, 'POST', url, {
        day: '2025-04-15',
        lines,
        documentVersionId: await insertPaper(testApp, circleId, ann),
        ...more,
      }),
    confirm: (person: Person, settlementId: string) =>
      testApp.call(person, 'POST', `${url}/settlement/${settlementId}/confirm`, { settlementId }),
  }
}
