import { sql } from 'kysely'
import type { Distribution } from '#contract/distributions.ts'
import type { Motion } from '#contract/motions.ts'
import { stepUpFor } from './buying-circle.ts'
import { inDays } from './motion-circle.ts'
import type { Person } from './seed.ts'
import type { Answer, ApiUnderTest } from './test-app.ts'

/** Changes what the database would not let change, as if it had been so. */
export const asIf = (testApp: ApiUnderTest, change: string): Promise<unknown> =>
  testApp.db.transaction().execute(async (tx) => {
    const table = /^update (\w+)/.exec(change)?.[1] ?? ''
    await sql.raw(`alter table ${table} disable trigger user`).execute(tx)
    await sql.raw(change).execute(tx)
    await sql.raw(`alter table ${table} enable trigger user`).execute(tx)
  })

/** As if the circle had finished buying. */
export async function startOwning(testApp: ApiUnderTest, circleId: string): Promise<void> {
  await asIf(testApp, `update acquisitions set outcome = 'bought', ended_at = clock_timestamp() where circle_id = '${circleId}'`)
  await asIf(testApp, `update circles set holding = 'owning' where id = '${circleId}'`)
}

type Circle = { readonly circleId: string; readonly treasurer: Person; readonly voters: readonly Person[] }

/** Calls about what is paid out in a circle. */
export function distributionCalls(testApp: ApiUnderTest, { circleId, treasurer, voters }: Circle) {
  const url = `app/distribution/${circleId}`
  const call = (person: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown) =>
    testApp.call(person, method, `${url}${path}`, body)
  const read = async (id: string, person: Person = treasurer) => (await call(person, 'GET', `/${id}`)).data<Distribution>()
  const required = (answer: Answer): Distribution => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
    return answer.data<Distribution>()
  }
  const draft = async (amountCents: number, note = ''): Promise<string> =>
    required(await call(treasurer, 'POST', '', { amountCents, note }))._id
  const propose = async (id: string): Promise<string> =>
    required(await call(treasurer, 'POST', `/${id}/propose`, { closesAt: inDays(3) })).motion?._id ?? ''
  const vote = async (motionId: string, choice: 'yes' | 'no' = 'yes'): Promise<Motion> => {
    let last: Motion | null = null
    for (const person of voters)
      last = (await testApp.call(person, 'POST', `app/motion/${circleId}/${motionId}/vote`, { choice })).data<Motion>()
    if (!last) throw new Error('nobody voted')
    return last
  }
  /** Drafts, proposes and passes it. */
  const distribute = async (amountCents: number, note = ''): Promise<Distribution> => {
    const id = await draft(amountCents, note)
    await vote(await propose(id))
    return read(id)
  }
  /** Marks what is owed to someone as paid, with the word of who receives it or of another. Returns the entry that follows. */
  const payByWord = async (
    distributionId: string,
    { receiver, word, ...mark }: { receiver: Person; word: Person; bankAccountId: string; day: string },
  ): Promise<string> => {
    await stepUpFor(testApp, treasurer, 'confirm_money')
    const marked = required(
      await call(treasurer, 'POST', `/${distributionId}/paid`, { ...mark, receiver: receiver._id, words: 'By check' }),
    )
    const markId = marked.receivers.find(({ user }) => user._id === receiver._id)?.mark?._id
    await stepUpFor(testApp, word, 'confirm_money')
    required(await call(word, 'POST', `/${distributionId}/paid/${markId}/word`))
    const { rows } = await sql<{ entry_id: string }>`select entry_id from payout_marks where id = ${markId}`.execute(testApp.db)
    return rows[0]?.entry_id ?? ''
  }
  return { url, call, read, draft, propose, vote, distribute, required, payByWord }
}
