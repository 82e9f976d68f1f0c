import { sql } from 'kysely'
import { expect } from 'vitest'
import { createBookCircle } from '#server/testing/book-circle.ts'
import { insertPaper } from '#server/testing/buying-circle.ts'
import { test } from '#server/testing/test-app.ts'

test('the exports of a book have the hash of each paper of an entry, also of receipts that were added later', {
  timeout: 180_000,
}, async ({ testApp }) => {
  const { ann, circleId, operating, post, get } = await createBookCircle(testApp)
  const papers = [
    await insertPaper(testApp, circleId, ann),
    await insertPaper(testApp, circleId, ann),
    await insertPaper(testApp, circleId, ann),
  ]
  const rent = {
    what: 'rent',
    bankAccountId: operating,
    amountCents: 100,
    day: '2025-01-10',
    payee: 'Tenant',
    documentVersionId: papers[0],
  }
  const { entryId } = (await post(ann, 'income', rent)).data<{ entryId: string }>()
  for (const documentVersionId of papers.slice(1)) expect((await post(ann, 'receipt', { entryId, documentVersionId })).status).toBe(200)
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from document_versions join unnest(${papers}::uuid[]) with ordinality as papers (id, place) using (id) order by place`.execute(
    testApp.db,
  )
  const hashes = rows.map(({ sha256 }) => sha256)
  expect((await get(ann, '/export/book.csv')).text).toContain(`"${hashes.join(' ')}"`)
  expect((await get(ann, '/export/book.journal')).text).toContain(hashes.map((hash) => `document: ${hash}`).join(', '))
})
