import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Call } from '#contract/calls.ts'
import type { Needs } from '#contract/needs.ts'
import { accountKey } from '#domain/book-accounts.ts'
import { exampleEntries } from '#domain/worked-example.ts'
import { newId } from '#server/db/ids.ts'
import { transaction } from '#server/db/transaction.ts'
import { openFurtherCall } from '#server/shared/calls/open-call.ts'
import { isAllCollected, readPurchaseMoney } from '#server/shared/calls/purchase-money.ts'
import { createBuyingCircle, insertPaper, readEntries, stepUpFor } from '#server/testing/buying-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type TestApp, test } from '#server/testing/test-app.ts'

type Buying = Awaited<ReturnType<typeof createBuyingCircle>>

const later = '2099-01-31'
const day = '2020-01-14'

function actsIn(testApp: TestApp, { circle, url, account, read }: Buying) {
  const word = async (person: Person, contributionId: string) => {
    await stepUpFor(testApp, person, 'confirm_money')
    return testApp.call(person, 'POST', `${url}/contribution/${contributionId}/word`)
  }
  const open = (person: Person, amountCents: number, more: object = {}) =>
    testApp.call(person, 'POST', url, { amountCents, dueDay: later, why: 'Closing costs', ...more })
  /** Records a payment and returns it as it waits. */
  const record = async (person: Person, amountCents: number, more: object = {}) => {
    const before = new Set((await read(person)).waiting.map(({ _id }) => _id))
    const documentVersionId = await insertPaper(testApp, circle._id, person)
    const body = { amountCents, day, bankAccountId: account, documentVersionId, ...more }
    const answer = await testApp.call(person, 'POST', `${url}/contribution`, body)
    if (answer.status !== 200) throw new Error(`recording answered ${answer.status}: ${answer.text}`)
    return (await read(person)).waiting.find(({ _id }) => !before.has(_id))?._id ?? ''
  }
  return {
    word,
    open,
    record,
    called: async (person: Person, amountCents: number) => {
      const answer = await open(person, amountCents)
      if (answer.status !== 200) throw new Error(`calling answered ${answer.status}: ${answer.text}`)
      return answer.data<Call>()
    },
    /** With the words of two others. */
    paid: async (payer: Person, amountCents: number, words: readonly Person[], more: object = {}) => {
      const id = await record(payer, amountCents, more)
      for (const person of words) expect((await word(person, id)).status).toBe(200)
      return id
    },
  }
}

describe('a purchase call', () => {
  test('asks a third of $100,000 whole, or in three instalments, to the cent', async ({ testApp }) => {
    const whole = await createBuyingCircle(testApp, [1, 1, 1], { size: '1/3' })
    const call = await actsIn(testApp, whole).called(whole.owner, 10_000_000)
    expect(call.parts.map(({ askedCents }) => askedCents)).toEqual([3_333_300, 3_333_300, 3_333_400])
    expect(call).toMatchObject({ number: 1, kind: 'purchase', openCents: 10_000_000, state: 'open', why: 'Closing costs' })

    const thirds = await createBuyingCircle(testApp, [1, 1, 1], { size: '1/3' })
    const { called, open } = actsIn(testApp, thirds)
    const parts: number[][] = []
    for (const amount of [3_333_333, 3_333_333, 3_333_334])
      parts.push((await called(thirds.owner, amount)).parts.map(({ askedCents }) => askedCents))
    expect(parts).toEqual([
      [1_111_100, 1_111_100, 1_111_133],
      [1_111_100, 1_111_100, 1_111_133],
      [1_111_100, 1_111_100, 1_111_134],
    ])
    expect((await thirds.read(thirds.owner)).purchase).toMatchObject({ calledCents: 10_000_000, paidCents: 0 })
    expect((await open(thirds.owner, 300)).body.code).toBe('call_above_target')
  })

  test('asks $10,000 of each of three equal arcs, by three calls of $10,000', async ({ testApp }) => {
    const thirds = await createBuyingCircle(testApp, [1, 1, 1], { target: 30_000, size: '1/3' })
    const { called } = actsIn(testApp, thirds)
    const parts: number[][] = []
    for (let count = 0; count < 3; count++) parts.push((await called(thirds.owner, 1_000_000)).parts.map(({ askedCents }) => askedCents))
    expect(parts).toEqual([
      [333_334, 333_333, 333_333],
      [333_333, 333_334, 333_333],
      [333_333, 333_333, 333_334],
    ])
    const { purchase } = await thirds.read(thirds.owner)
    expect(purchase?.shares.map(({ askedCents }) => askedCents)).toEqual([1_000_000, 1_000_000, 1_000_000])
  })

  test('is opened by owner or treasurer, while buying, for at least $1 per arc and at most the target', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const { open } = actsIn(testApp, buying)
    const [owner, member] = buying.people as [Person, Person]
    expect((await open(member, 100_000)).body.code).toBe('only_treasurer')
    expect((await open(owner, 399)).body.code).toBe('call_below_one_dollar_per_arc')
    expect((await open(owner, 10_000_001)).body.code).toBe('call_above_target')
    expect((await open(owner, 100_000, { dueDay: '2020-01-01' })).body.fields).toMatchObject([{ field: 'dueDay' }])
    expect((await open(await testApp.seed.investor(), 100_000)).status).toBe(403)
    expect((await open(owner, 400)).status).toBe(200)
    await testApp.db.updateTable('circles').set({ holding: null }).where('id', '=', buying.circle._id).execute()
    await testApp.db
      .updateTable('acquisitions')
      .set({ outcome: 'given_up', ended_at: new Date() })
      .where('id', '=', buying.acquisitionId)
      .execute()
    expect((await open(owner, 400)).body.code).toBe('call_not_now')
  })

  test('above the target or below $1 per arc is refused by the database too', async ({ testApp }) => {
    const { circle, acquisitionId, owner } = await createBuyingCircle(testApp, [2, 1, 1])
    const insert = (parts: readonly number[], amount = parts.reduce((sum, part) => sum + part, 0)) =>
      transaction(testApp.db, async (tx) => {
        const { rows } = await sql<{
          id: string
        }>`insert into calls (id, circle_id, number, kind, acquisition_id, amount_cents, due_day, code, opened_by)
          values (gen_random_uuid(), ${circle._id}, 1, 'purchase', ${acquisitionId}, ${amount}, ${later}, 'AAAA', ${owner._id}) returning id`.execute(
          tx,
        )
        for (const [index, part] of parts.entries())
          await sql`insert into call_parts values (${rows[0]?.id}, ${circle._id}, ${index + 1}, ${part})`.execute(tx)
      })
    await expect(insert([2_500_000, 2_500_000, 2_500_000, 2_500_001])).rejects.toThrow('above the target')
    await expect(insert([2_500_001, 2_500_000, 2_500_000, 0])).rejects.toThrow('more than its price')
    await expect(insert([100, 100, 100, 99])).rejects.toThrow('less than a dollar')
    await expect(insert([100, 100, 100, 100], 500)).rejects.toThrow('the parts of a call sum to')
  })

  test('asks everyone by notice and by a mail without sums, and is not seen outside', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [owner, member] = buying.people as [Person, Person]
    const call = await actsIn(testApp, buying).called(owner, 9_600_002)
    const notices = (await testApp.call(member, 'GET', 'app/notice')).data<{ items: { kind: string; path: string; words: string }[] }>()
    expect(notices.items[0]).toMatchObject({ kind: 'call_opened', path: `/circle/${buying.circle._id}/call/${call._id}` })
    const ids = buying.people.map(({ _id }) => _id)
    const asking = testApp.db.selectFrom('mails').selectAll().where('template', '=', 'call-asks')
    const mails = await asking.where('user_id', 'in', ids).execute()
    expect(mails.map(({ user_id }) => user_id).sort()).toEqual([...ids].sort())
    for (const { props } of mails)
      expect(Object.keys(props as object).sort()).toEqual(['circleTitle', 'dueDay', 'firstName', 'isReminder', 'link'])
    const [admin, stranger] = [await testApp.seed.admin(), await testApp.seed.investor()]
    const broker = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: buying.circle._id, broker_id: broker._id }).execute()
    for (const person of [admin, stranger, broker]) {
      expect((await testApp.call(person, 'GET', buying.url)).status).toBe(403)
      expect((await testApp.call(person, 'GET', `${buying.url}/${call._id}`)).status).toBe(403)
    }
  })

  test('reminds those who have not paid, once a day of notice', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { called, paid } = actsIn(testApp, buying)
    const call = await called(ann, 400)
    await paid(ben, 100, [ann, cy])
    const remind = (person: Person) => testApp.call(person, 'POST', `${buying.url}/${call._id}/remind`)
    expect((await remind(ben)).body.code).toBe('only_treasurer')
    expect((await remind(ann)).status).toBe(200)
    expect((await remind(ann)).body.code).toBe('reminded_already')
    const reminded = await testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'call_waits').execute()
    expect(reminded.map(({ user_id }) => user_id).sort()).toEqual([ann._id, cy._id].sort())
  })
})

test('entries 1 to 5 of the worked example come out to the cent', async ({ testApp }) => {
  const buying = await createBuyingCircle(testApp, [2, 1, 1], { names: ['Ann', 'Ben', 'Cy'] })
  const [ann, ben, cy] = buying.people as [Person, Person, Person]
  const { called, paid } = actsIn(testApp, buying)
  const documentVersionId = await insertPaper(testApp, buying.circle._id, ann)
  await paid(ann, 200_000, [ben, cy], { bankAccountId: null, documentVersionId, day: '2020-01-05' })
  const call = await called(ann, 9_600_002)
  expect(call.mine).toMatchObject({
    askedCents: 4_800_002,
    paidCents: 200_000,
    keptCents: 0,
    reference: expect.stringMatching(/^ARC-\w{4}-01$/),
  })
  await paid(ann, 4_600_002, [ben, cy])
  await paid(ben, 2_402_500, [ann, cy])
  await paid(cy, 2_400_000, [ann, ben], { sender: 'K LLC' })
  const names = new Map([...buying.people.map(({ _id, firstName }) => [_id, firstName] as const), [buying.account, 'operating']])
  const keys = (lines: Parameters<typeof accountKey>[0][]) =>
    lines.map((line) => accountKey(line).replace(/[^:]+$/, (part) => names.get(part) ?? part))
  const entries = (await readEntries(testApp, buying.circle._id)).map((lines) =>
    keys(lines).map((key, at) => [key, lines[at]?.amountCents]),
  )
  const expected = exampleEntries.slice(0, 5).map(({ lines }) => lines.map(({ account, amountCents }) => [account, amountCents]))
  expect(entries.map((lines) => new Map(lines as [string, number][]))).toEqual(
    expected.map((lines) => new Map(lines as [string, number][])),
  )
  const money = await readPurchaseMoney(testApp.db, buying.acquisitionId)
  expect(money).toEqual({ calledCents: 9_600_002, paidCents: 9_600_002 })
  expect(isAllCollected(money)).toBe(true)
  const shown = (await testApp.call(cy, 'GET', `${buying.url}/${call._id}`)).data<Call>()
  expect(shown).toMatchObject({ state: 'complete', openCents: 0 })
  expect(shown.shares.map(({ user, paidCents, keptCents }) => [user.name, paidCents, keptCents])).toEqual([
    ['Ann Smith', 4_800_002, 0],
    ['Ben Smith', 2_400_000, 2_500],
    ['Cy Smith', 2_400_000, 0],
  ])
  expect(shown.contributions.find(({ payer }) => payer._id === cy._id)).toMatchObject({ sender: 'K LLC', state: 'counted' })
  const complete = await testApp.db.selectFrom('notices').select('user_id').where('kind', '=', 'call_complete').execute()
  expect(complete).toHaveLength(3)
})

describe('a payment', () => {
  test('counts with the word of two others, never with the payer’s own', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { called, record, word } = actsIn(testApp, buying)
    await called(ann, 400)
    const id = await record(ann, 200)
    expect(await word(ann, id)).toMatchObject({ status: 403, body: { code: 'own_payment' } })
    const url = `${buying.url}/contribution/${id}/word`
    expect((await testApp.call(ben, 'POST', url)).body.code).toBe('step_up_required')
    expect((await word(ben, id)).status).toBe(200)
    expect((await word(ben, id)).body.code).toBe('word_given')
    expect((await buying.read(ann)).purchase?.paidCents).toBe(0)
    expect((await buying.read(cy)).waiting).toMatchObject([{ _id: id, wordsNeeded: 2, words: [{ _id: ben._id }], mayConfirm: true }])
    expect((await word(cy, id)).status).toBe(200)
    expect((await buying.read(ann)).purchase?.paidCents).toBe(200)
    expect((await word(cy, id)).body.code).toBe('contribution_counted')
    await expect(testApp.db.insertInto('contribution_words').values({ contribution_id: id, user_id: ann._id }).execute()).rejects.toThrow(
      'their own payment',
    )
  })

  test('counts with one word where there are only two, and at once for who is alone', async ({ testApp }) => {
    const two = await createBuyingCircle(testApp, [2, 2])
    const [ann, ben] = two.people as [Person, Person]
    const acts = actsIn(testApp, two)
    await acts.called(ann, 400)
    await acts.paid(ann, 200, [ben])
    expect((await two.read(ben)).purchase?.paidCents).toBe(200)

    const alone = await createBuyingCircle(testApp, [4])
    const own = actsIn(testApp, alone)
    await own.called(alone.owner, 400)
    await own.record(alone.owner, 400)
    expect((await alone.read(alone.owner)).mine.openCents).toBe(0)
  })

  test('is booked once when two words come at the same time', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [1, 1, 1, 1])
    const [ann, ben, cy, dee] = buying.people as [Person, Person, Person, Person]
    const { called, record } = actsIn(testApp, buying)
    await called(ann, 400)
    const id = await record(ann, 100)
    for (const person of [ben, cy, dee]) await stepUpFor(testApp, person, 'confirm_money')
    const answers = await Promise.all([ben, cy, dee].map((person) => testApp.call(person, 'POST', `${buying.url}/contribution/${id}/word`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
    expect(await readEntries(testApp, buying.circle._id)).toHaveLength(1)
  })

  test('in part, late, by someone else and too much stays as it is; what is kept pays the next call', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { called, paid } = actsIn(testApp, buying)
    const call = await called(ann, 4_000)
    await testApp.db.transaction().execute(async (tx) => {
      await sql`alter table calls disable trigger calls_append_only`.execute(tx)
      await sql`update calls set due_day = current_date - 4`.execute(tx)
      await sql`alter table calls enable trigger calls_append_only`.execute(tx)
    })
    await paid(ben, 300, [ann, cy])
    const share = async (person: Person) => (await testApp.call(person, 'GET', `${buying.url}/${call._id}`)).data<Call>().mine
    expect(await share(ben)).toMatchObject({ openCents: 700, state: 'overdue', stateWords: expect.stringMatching(/^Late by [345] days$/) })
    await paid(ben, 1_200, [ann, cy], { sender: 'B LLC' })
    expect(await share(ben)).toMatchObject({ openCents: 0, state: 'paid', keptCents: 500 })
    await called(ann, 2_000)
    expect((await buying.read(ben)).mine).toMatchObject({ openCents: 0, keptCents: 0 })
    const [, second] = [...(await buying.read(ben)).calls].reverse()
    expect(second).toMatchObject({ number: 2, paidCents: 500, myOpenCents: 0 })
  })

  test('is withdrawn by its payer or recorder before it counts, and then nobody confirms it', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { record, word, paid } = actsIn(testApp, buying)
    const id = await record(ann, 500, { payer: ben._id })
    const withdraw = (person: Person, which: string) => testApp.call(person, 'DELETE', `${buying.url}/contribution/${which}`)
    expect((await withdraw(cy, id)).status).toBe(403)
    expect((await withdraw(ben, id)).status).toBe(200)
    expect((await word(cy, id)).body.code).toBe('contribution_withdrawn')
    const counted = await paid(ben, 500, [ann, cy])
    expect((await withdraw(ben, counted)).body.code).toBe('contribution_counted')
    await expect(sql`update contributions set amount_cents = 1 where id = ${counted}`.execute(testApp.db)).rejects.toThrow(
      'only be withdrawn',
    )
  })

  test('needs its paper, wherever it went, to be recorded and to be confirmed; of another day, circle or person it is refused', async ({
    testApp,
  }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const other = await createBuyingCircle(testApp, [2, 2])
    const [ann, ben] = buying.people as [Person, Person]
    const documentVersionId = await insertPaper(testApp, buying.circle._id, ann)
    const send = (person: Person, body: object) =>
      testApp.call(person, 'POST', `${buying.url}/contribution`, {
        amountCents: 100,
        day,
        bankAccountId: buying.account,
        documentVersionId,
        ...body,
      })
    for (const bankAccountId of [null, buying.account])
      expect((await send(ann, { bankAccountId, documentVersionId: null })).body.code).toBe('paper_missing')
    const [id, amount_cents] = [newId(), 100]
    await testApp.db
      .insertInto('contributions')
      .values({
        id,
        circle_id: buying.circle._id,
        payer: ann._id,
        bank_account_id: buying.account,
        amount_cents,
        day,
        recorded_by: ann._id,
      })
      .execute()
    expect((await buying.read(ben)).waiting).toMatchObject([{ _id: id, mayConfirm: false }])
    const needs = (await testApp.call(ben, 'GET', 'app/needs-you')).data<Needs>()
    expect(needs.items.filter(({ kind }) => kind === 'payment_word')).toEqual([])
    expect((await actsIn(testApp, buying).word(ben, id)).body.code).toBe('paper_missing')
    const foreign = await insertPaper(testApp, other.circle._id, other.owner)
    expect((await send(ann, { bankAccountId: null, documentVersionId: foreign })).status).toBe(404)
    expect((await send(ann, { bankAccountId: other.account })).body.code).toBe('bank_account_not_found')
    expect((await send(ann, { day: later })).body.fields).toEqual([{ field: 'day', message: 'The day cannot lie ahead' }])
    expect((await send(ben, { payer: ann._id })).body.code).toBe('only_treasurer')
    expect((await send(ann, { payer: other.owner._id })).body.code).toBe('member_not_here')
    const call = await actsIn(testApp, other).called(other.owner, 400)
    expect((await send(ann, { callId: call._id })).body.code).toBe('call_not_found')
    expect((await testApp.call(ann, 'GET', `${buying.url}/${call._id}`)).body.code).toBe('call_not_found')
    const waiting = await actsIn(testApp, other).record(other.owner, 100)
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await testApp.call(ben, 'POST', `${buying.url}/contribution/${waiting}/word`)).body.code).toBe('contribution_not_found')
  })

  test('that the bank took back is reversed by the same words, and its parts are open again', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { called, paid, word } = actsIn(testApp, buying)
    await called(ann, 4_000)
    const id = await paid(ben, 1_500, [ann, cy])
    const back = (person: Person) => testApp.call(person, 'POST', `${buying.url}/contribution/${id}/returned`, { day: '2020-01-20' })
    expect((await back(ben)).body.code).toBe('only_treasurer')
    expect((await back(ann)).status).toBe(200)
    expect((await back(ann)).body.code).toBe('contribution_returned')
    expect((await word(ben, id)).body.code).toBe('own_payment')
    for (const person of [ann, cy]) expect((await word(person, id)).status).toBe(200)
    expect((await buying.read(ben)).mine).toMatchObject({ openCents: 1_000, keptCents: 0 })
    const [first, second] = await readEntries(testApp, buying.circle._id)
    expect(second).toEqual(first?.map((line) => ({ ...line, amountCents: -line.amountCents })))
    await paid(ben, 1_000, [ann, cy])
    expect((await buying.read(ben)).mine).toMatchObject({ openCents: 0, keptCents: 0 })
  })
})

describe('kept money', () => {
  test('is paid back at most as far as it is kept, by the treasurer and with the word of its receiver', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { paid } = actsIn(testApp, buying)
    await paid(ben, 2_500, [ann, cy])
    const send = (person: Person, amountCents: number, more: object = {}) =>
      testApp.call(person, 'POST', `${buying.url}/paid-back`, {
        receiver: ben._id,
        amountCents,
        day,
        bankAccountId: buying.account,
        ...more,
      })
    expect((await send(ben, 100)).body.code).toBe('only_treasurer')
    expect((await send(ann, 2_501)).body.code).toBe('more_than_kept')
    expect((await send(ann, 100, { bankAccountId: null })).body.code).toBe('more_than_there')
    expect((await send(ann, 2_000)).status).toBe(200)
    expect((await send(ann, 501)).body.code).toBe('more_than_kept')
    const [waiting] = (await buying.read(ben)).paidBacks
    expect(waiting).toMatchObject({ amountCents: 2_000, mayConfirm: true, mayWithdraw: false })
    const word = `${buying.url}/paid-back/${waiting?._id}/word`
    await stepUpFor(testApp, cy, 'confirm_money')
    expect((await testApp.call(cy, 'POST', word)).body.code).toBe('not_your_word')
    expect((await testApp.call(ben, 'POST', word)).body.code).toBe('step_up_required')
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await testApp.call(ben, 'POST', word)).status).toBe(200)
    expect((await buying.read(ben)).mine.keptCents).toBe(500)
    expect((await readEntries(testApp, buying.circle._id)).at(-1)).toEqual([
      { account: 'owed', person: ben._id, amountCents: 2_000 },
      { account: 'cash', bankAccount: buying.account, amountCents: -2_000 },
    ])
  })

  test('that a call used meanwhile is not paid back, and a record of it can be withdrawn', async ({ testApp }) => {
    const buying = await createBuyingCircle(testApp, [2, 1, 1])
    const [ann, ben, cy] = buying.people as [Person, Person, Person]
    const { called, paid } = actsIn(testApp, buying)
    await paid(ben, 2_500, [ann, cy])
    const body = { receiver: ben._id, amountCents: 2_500, day, bankAccountId: buying.account }
    await testApp.call(ann, 'POST', `${buying.url}/paid-back`, body)
    await called(ann, 4_000)
    const [waiting] = (await buying.read(ben)).paidBacks
    await stepUpFor(testApp, ben, 'confirm_money')
    expect((await testApp.call(ben, 'POST', `${buying.url}/paid-back/${waiting?._id}/word`)).body.code).toBe('more_than_kept')
    expect((await testApp.call(ann, 'DELETE', `${buying.url}/paid-back/${waiting?._id}`)).status).toBe(200)
    expect((await buying.read(ben)).paidBacks).toEqual([])
  })
})

test('further calls are equal per arc; odd cents are asked first of arcs that were asked least in all calls', async ({ testApp }) => {
  const buying = await createBuyingCircle(testApp, [2, 1, 1])
  const [ann] = buying.people as [Person]
  await actsIn(testApp, buying).called(ann, 9_600_002)
  const charter = await sql<{ id: string }>`
    with charter as (insert into charters (circle_id, version, count_by, threshold, quorum, veto_blocks, clauses) select ${buying.circle._id}, 7, 'arcs', 50, 0, false, '[]' returning version)
    insert into motions (id, circle_id, kind, proposed_by, charter_version, facts, facts_hash, closes_at, held_before)
      select gen_random_uuid(), ${buying.circle._id}, 'general', ${ann._id}, version, '{"kind":"general"}', ${'0'.repeat(64)}, now() + interval '2 days', now() + interval '1 day' from charter returning id`.execute(
    testApp.db,
  )
  const order = { circleId: buying.circle._id, motionId: charter.rows[0]?.id ?? '', amountCents: 100_002, dueDay: later, why: 'Roof' }
  const callId = await transaction(testApp.db, (tx) => openFurtherCall(tx, { ...order, publicUrl: 'https://a.example' }))
  const call = (await testApp.call(ann, 'GET', `${buying.url}/${callId}`)).data<Call>()
  expect(call.parts.map(({ askedCents }) => askedCents)).toEqual([25_000, 25_000, 25_001, 25_001])
  expect(call).toMatchObject({ number: 2, kind: 'further', why: 'Roof', motion: { _id: order.motionId } })
})
