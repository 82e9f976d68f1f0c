import { sql } from 'kysely'
import type { Motion } from '#contract/motions.ts'
import type { BookLine } from '#domain/book-accounts.ts'
import { transaction } from '#server/db/transaction.ts'
import { writeEntry } from '#server/shared/book/write-entry.ts'
import { createBuyingCircle } from './buying-circle.ts'
import { inDays } from './motion-circle.ts'
import type { Person } from './seed.ts'
import type { ApiUnderTest } from './test-app.ts'

/** A circle of four arcs that buys a property: Ann holds 1 and 2, Ben 3, Cy 4. Ann owns it and keeps its book. */
export async function createBookCircle(testApp: ApiUnderTest) {
  const { circle, people, account } = await createBuyingCircle(testApp, [2, 1, 1], { names: ['Ann', 'Ben', 'Cy'] })
  const [ann, ben, cy] = people as [Person, Person, Person]
  await sql`update arcs set held_since = '2024-01-01' where circle_id = ${circle._id}`.execute(testApp.db)
  const url = `app/book/${circle._id}`
  const files = `app/bank-file/${circle._id}`
  /** Proposes a motion by which all vote yes, or no. */
  const decide = async (facts: object, payee: string | null = null, choice: 'yes' | 'no' = 'yes'): Promise<string> => {
    const body = { title: 'A motion', text: 'It is time.', facts, payee, closesAt: inDays(3) }
    const proposed = await testApp.call(ann, 'POST', `app/motion/${circle._id}`, body)
    if (proposed.status !== 200) throw new Error(`proposing answered ${proposed.status}: ${proposed.text}`)
    const { _id } = proposed.data<Motion>()
    await vote(_id, choice)
    return _id
  }
  const vote = async (motionId: string, choice: 'yes' | 'no') => {
    for (const person of people) await testApp.call(person, 'POST', `app/motion/${circle._id}/${motionId}/vote`, { choice })
  }
  return {
    circle,
    circleId: circle._id,
    ann,
    ben,
    cy,
    operating: account,
    url,
    files,
    decide,
    vote,
    post: (person: Person, path: string, body?: unknown) => testApp.call(person, 'POST', `${url}/${path}`, body),
    get: (person: Person, path = '') => testApp.call(person, 'GET', `${url}${path}`),
    /** Writes an entry as others do who are not the treasurer: calls, settlements, distributions. */
    write: (kind: string, day: string, lines: readonly BookLine[]) =>
      transaction(testApp.db, (tx) => writeEntry(tx, { circleId: circle._id, kind, day, lines, bookedBy: ben._id })),
  }
}

/** A file of the bank with its balance after each line, newest last. */
export function bankCsv(lines: readonly (readonly [day: string, cents: number, text?: string])[], openingCents = 0): string {
  const money = (cents: number) =>
    `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  let balance = openingCents
  const rows = lines.map(([day, cents, text = 'LINE']) => {
    balance += cents
    return `${day},${text},${money(cents)},${money(balance)}`
  })
  return `${['Date,Description,Amount,Balance', ...rows].join('\n')}\n`
}

/** The body of a preview or an import. */
export const bankFile = (bankAccountId: string, content: string, choices: object = {}) => ({
  bankAccountId,
  content: Buffer.from(content).toString('base64'),
  choices,
})
