import type { CallList } from '#contract/calls.ts'
import type { Circle } from '#contract/circles.ts'
import type { Property } from '#contract/properties.ts'
import { priceArcs, shareCount } from '#domain/arcs.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import type { MinimumShareSize } from '#domain/choices.ts'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { toBookLine } from '#server/shared/book/balances.ts'
import { openBankAccount } from '#server/shared/book/bank-accounts.ts'
import { readCurrentCharter } from '#server/shared/deciding/charters.ts'
import { writeRecord } from '#server/shared/deciding/write-record.ts'
import { dateStage } from '#server/shared/stages/stages.ts'
import { circleForm } from './circle-form.ts'
import type { Person } from './seed.ts'
import type { ApiUnderTest } from './test-app.ts'
import { listing } from './voting-circle.ts'

type Terms = { readonly target?: number; readonly size?: MinimumShareSize; readonly names?: readonly string[] }

/** A full circle that buys a property; who holds how many arcs, the owner first. As if everything before had been done. */
export async function createBuyingCircle(
  testApp: ApiUnderTest,
  arcs: readonly number[],
  { target = 100_000, size = '1/4', names }: Terms = {},
) {
  const people: Person[] = []
  for (const index of arcs.keys())
    people.push(await testApp.seed.investor({ firstName: names?.[index] ?? `Member${index}`, lastName: 'Smith' }))
  const [owner] = people as [Person, ...Person[]]
  const prices = priceArcs(target, shareCount(size))
  let given = 0
  const amountOf = (count: number) => {
    given += count
    return prices.slice(given - count, given).reduce((sum, price) => sum + price, 0)
  }
  const form = circleForm({ totalTargetSize: target, minimumShareSize: size, ownerInvestmentAmount: amountOf(arcs[0] ?? 0) })
  const circle = (await testApp.call(owner, 'POST', 'app/circle', form)).data<Circle>()
  for (const [index, person] of people.entries()) {
    if (index === 0) continue
    const investmentAmount = amountOf(arcs[index] ?? 0)
    const joined = await testApp.call(person, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount })
    if (joined.status !== 200) throw new Error(`joining answered ${joined.status}: ${joined.text}`)
  }
  const property = (await testApp.call(owner, 'POST', 'app/property', { ...listing, circle: circle._id })).data<Property>()
  const started = await insertAcquisition(testApp, circle._id, { propertyId: property._id, owner: owner._id })
  const url = `app/call/${circle._id}`
  return {
    circle,
    people,
    owner,
    property,
    url,
    ...started,
    read: async (person: Person) => (await testApp.call(person, 'GET', url)).data<CallList>(),
  }
}

/** Starts buying in the tables, as if the property had passed. */
export async function insertAcquisition(
  testApp: ApiUnderTest,
  circleId: string,
  by: { readonly propertyId: string; readonly owner: string },
) {
  return transaction(testApp.db, async (tx) => {
    const about = { property_id: by.propertyId, address: listing.address, price: listing.price, state: 'passes' }
    const charter = await readCurrentCharter(tx, circleId)
    const recordId = await writeRecord(tx, { circleId, kind: 'closed', cause: 'closing_date', actorId: null, charter, about })
    const acquisitionId = newId()
    await tx
      .insertInto('acquisitions')
      .values({
        id: acquisitionId,
        circle_id: circleId,
        property_id: by.propertyId,
        record_id: recordId,
        price: listing.price,
        structure: 'LLC',
        charter_version: charter.version,
        started_by: by.owner,
        // Tests tell of years that are over.
        started_at: '2020-01-01',
      })
      .execute()
    await tx.updateTable('circles').set({ holding: 'buying' }).where('id', '=', circleId).execute()
    await dateStage(tx, circleId)
    const before = await tx.selectFrom('bank_accounts').select('id').where('circle_id', '=', circleId).executeTakeFirst()
    const account = before?.id ?? (await openBankAccount(tx, { circleId, purpose: 'operating', name: 'Operating', openedBy: null }))
    return { acquisitionId, account }
  })
}

/** A paper of the circle; returns the id of its version. */
export async function insertPaper(testApp: ApiUnderTest, circleId: string, owner: Person): Promise<string> {
  const [document_id, id] = [newId(), newId()]
  const key = `paper-${id}.pdf`
  const file = { key, owner_id: owner._id, content_type: 'application/pdf', size: 9, stored_at: new Date() }
  await testApp.db.insertInto('files').values(file).execute()
  await testApp.db
    .insertInto('documents')
    .values({ id: document_id, circle_id: circleId, shelf: 'closing', uploaded_by: owner._id })
    .execute()
  await testApp.db.insertInto('document_texts').values({ document_id, title: 'Receipt' }).execute()
  await testApp.db
    .insertInto('document_versions')
    .values({
      id,
      document_id,
      circle_id: circleId,
      number: 1,
      file_key: key,
      sha256: '0'.repeat(64),
      size: 9,
      content_type: 'application/pdf',
      uploaded_by: owner._id,
    })
    .execute()
  return id
}

/** As if the person had confirmed just now who they are. */
export async function stepUpFor(testApp: ApiUnderTest, person: Person, purpose: 'confirm_money' | 'sign' | 'where_to_pay'): Promise<void> {
  const { id } = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person._id)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await testApp.db
    .insertInto('step_ups')
    .values({ session_id: id, purpose, means: 'password', expires_at: new Date(Date.now() + 300_000) })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose']).doNothing())
    .execute()
}

/** The lines of every entry of a circle, in the order of recording. */
export async function readEntries(testApp: ApiUnderTest, circleId: string): Promise<BookLine[][]> {
  const rows = await testApp.db
    .selectFrom('book_lines')
    .innerJoin('book_entries', 'book_entries.id', 'book_lines.entry_id')
    .selectAll('book_lines')
    .select('book_entries.number')
    .where('book_lines.circle_id', '=', circleId)
    .orderBy('book_entries.number')
    .orderBy('position')
    .execute()
  const entries = new Map<number, BookLine[]>()
  for (const row of rows) entries.set(row.number, [...(entries.get(row.number) ?? []), toBookLine(row, row.amount_cents)])
  return [...entries.values()]
}
