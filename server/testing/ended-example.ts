import { sql } from 'kysely'
import type { BookLine } from '#domain/book-accounts.ts'
import { exampleBook } from '#domain/example-book.ts'
import { exampleEntries } from '#domain/worked-example.ts'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { openBankAccount } from '#server/shared/book/bank-accounts.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { createBookCircle } from './book-circle.ts'
import { past } from './example-book.ts'
import { closeMonths } from './owning-circle.ts'
import type { TestApp } from './test-app.ts'

/** The whole worked example, two years earlier: every entry, arc 4 handed on from Cy to Dee, and the circle ended. Written into the tables. */
export async function writeEndedExample(testApp: TestApp) {
  const book = await createBookCircle(testApp)
  const { circleId, ann, ben, cy, operating } = book
  const dee = await testApp.seed.investor({ firstName: 'Dee', lastName: 'Smith' })
  const deposits = await transaction(testApp.db, (tx) =>
    openBankAccount(tx, { circleId, purpose: 'deposits', name: 'Deposits', openedBy: null }),
  )
  const people: Readonly<Record<string, string>> = { Ann: ann._id, Ben: ben._id, Cy: cy._id, Dee: dee._id }
  const own = (line: BookLine): BookLine => {
    if (line.account === 'cash') return { ...line, bankAccount: line.bankAccount === 'deposits' ? deposits : operating }
    return line.account === 'owed' ? { ...line, person: people[line.person] ?? '' } : line
  }
  const ids = new Map<number, string>()
  for (const { no, day, lines } of exampleBook) {
    const { reverses, what } = exampleEntries.find((entry) => entry.no === no) ?? {}
    const reversed = reverses === undefined ? undefined : ids.get(reverses)
    const { id } = await transaction(testApp.db, (tx) =>
      writeEntry(tx, {
        circleId,
        kind: 'payment',
        day: past(day),
        lines: lines.map(own),
        bookedBy: ben._id,
        words: what ?? '',
        ...(reversed && { reverses: reversed }),
      }),
    )
    ids.set(no, id)
  }

  await closeMonths(testApp, circleId, cy, ['2025-01', '2025-02', '2025-03', '2025-04'])

  // As the ledger would stand if all had happened then.
  const membership = newId()
  await sql`alter table ledger disable trigger user`.execute(testApp.db)
  await transaction(testApp.db, async (tx) => {
    await sql`update ledger set at = '2025-01-01T18:00:00Z' where circle_id = ${circleId}`.execute(tx)
    await sql`insert into memberships (id, circle_id, user_id, created_at) values (${membership}, ${circleId}, ${dee._id}, '2025-03-25')`.execute(
      tx,
    )
    const left = await sql<{ id: string }>`update memberships set ended_at = '2025-03-25T18:00:00Z'
      where circle_id = ${circleId} and user_id = ${cy._id} returning id`.execute(tx)
    const rows = [
      [left.rows[0]?.id, cy._id, 'removed', -25_000],
      [membership, dee._id, 'bought', 25_000],
    ] as const
    for (const [id, person, kind, amount] of rows)
      await sql`insert into ledger (circle_id, membership_id, user_id, kind, arcs, amount, at)
        values (${circleId}, ${id}, ${person}, ${kind}, '{4}', ${amount}, '2025-03-25T18:00:00Z')`.execute(tx)
    await sql`update arcs set membership_id = ${membership} where circle_id = ${circleId} and number = 4`.execute(tx)
    await sql`update circles set ended_at = '2025-04-30T18:00:00Z', hide_circle = true where id = ${circleId}`.execute(tx)
  })
  await sql`alter table ledger enable trigger user`.execute(testApp.db)
  return { ...book, dee, deposits }
}
