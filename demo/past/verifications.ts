import type { GiveDetails } from '#contract/verification.ts'
import type { UserRow } from '#demo/plan-people.ts'
import { readyQuestions } from '#domain/verification.ts'
import { decideVerification } from '#server/features/verification/decide.ts'
import { giveDetails } from '#server/features/verification/give-details.ts'
import { noRateLimits } from '#server/shared/limits/rate-limits.ts'
import type { FileStore } from '#server/storage/file-store.ts'
import type { DocumentName } from './documents.ts'
import { actorOf, type Past } from './past.ts'

type Given = Partial<Omit<GiveDetails, 'documents'>> & { readonly documents?: readonly DocumentName[] }

/** People in each state of verification: new, with and without documents, asked for more, has answered, declined. */
export async function writeVerifications(past: Past): Promise<void> {
  const { tx, at, now, people, documents, keys, publicUrl } = past
  const [withDocuments, , answered, asked, declined, withPhone, withNote] = people.awaiting
  if (!withDocuments || !answered || !asked || !declined || !withPhone || !withNote)
    throw new Error('The demo has too few people to verify')
  const admin = actorOf(people.login.admin)

  const upload = async (user: UserRow, name: DocumentName): Promise<{ key: string; name: string }> => {
    const document = documents.get(name)
    if (!document) throw new Error(`There is no document ${name}`)
    const { key, contentType, content } = document
    await tx
      .insertInto('files')
      .values({ key, owner_id: user.id, content_type: contentType, size: content.length, stored_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { key, name: document.name }
  }
  const give = (daysAgo: number, user: UserRow, given: Given) =>
    at(daysAgo, async () => {
      const sent = await Promise.all((given.documents ?? []).map((name) => upload(user, name)))
      // The store is used only for uploads that have not arrived yet, so it may be empty here.
      const services = { limiter: noRateLimits, files: {} as FileStore, publicUrl }
      await giveDetails(tx, services, actorOf(user), { phone: '', bestTime: 'any', note: '', ...given, documents: sent })
    })
  const decide = (daysAgo: number, user: UserRow, decision: 'asked' | 'declined', sentence: string) =>
    at(daysAgo, () => decideVerification(tx, { publicUrl, confirmEmail: 'optional', keys }, admin, user.id, { decision, sentence }))

  await give(16, declined, { note: 'I buy and sell flats and would like to see what you have.' })
  await decide(12, declined, 'declined', 'We could not reach you, and the name in your profile is a company’s. Circles are for people.')
  await give(8.2, answered, {
    phone: '(503) 555-0142',
    note: 'My sister is in a circle here and told me about it.',
    documents: ['passport'],
  })
  await decide(7, answered, 'asked', readyQuestions[0].text)
  await give(5.4, answered, {
    phone: '(503) 555-0142',
    note: 'My sister is in a circle here and told me about it. The lease has my present address.',
    documents: ['passport', 'lease'],
  })
  await give(6.3, asked, { phone: '(303) 555-0107', bestTime: 'evenings' })
  await decide(4.2, asked, 'asked', 'Thank you for your number. Please add a document that has your name on it, such as a driver license.')
  await give(7.1, withPhone, { phone: '(970) 555-0119', bestTime: 'any' })
  await give(3.2, withNote, { note: 'A friend and I would like to share a cabin near Estes Park. She is a member already.' })
  await give(4.9, withDocuments, {
    phone: '(505) 555-0164',
    bestTime: 'afternoons',
    note: 'I would like to join two or three small circles near Santa Fe, for the long term.',
    documents: ['license', 'waterBill'],
  })
  await give(2, people.login.pending, {
    phone: '(720) 555-0188',
    bestTime: 'mornings',
    note: 'I sold my share of a bakery in September and would like to buy into one or two houses near Boulder.',
  })
}
