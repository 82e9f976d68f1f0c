import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { ShownDetails } from '#contract/where-to-pay.ts'
import { newId } from '#server/db/ids.ts'
import { isWhereToPayUsable } from '#server/shared/pay-details/pay-details.ts'
import { hashPassword } from '#server/shared/people/passwords.ts'
import { ledgerProblems } from '#server/testing/ledger-problems.ts'
import { linkIn, mailsTo } from '#server/testing/mails.ts'
import { addPasskey, confirmPerson, password } from '#server/testing/passkey-calls.ts'
import type { Person } from '#server/testing/seed.ts'
import { startTestApp, type TestApp, test } from '#server/testing/test-app.ts'
import {
  calledNumber,
  canary,
  createPayingCircle,
  makeTreasurer,
  passPayDays,
  payEventsOf,
  payForm,
  stepUpFor,
} from '#server/testing/where-to-pay.ts'

const day = 86_400

const isUsable = ({ db }: TestApp, { circle }: { circle: { _id: string } }, bankAccountId: string | null = null) =>
  isWhereToPayUsable(db, circle._id, bankAccountId, day)

async function openAccount({ db }: TestApp, circleId: string, name: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into bank_accounts (id, circle_id, purpose, name) values (gen_random_uuid(), ${circleId}, 'operating', ${name}) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

describe('naming and confirming', () => {
  test('named by the owner, confirmed by another, usable three days later, shown for a minute; everyone sees who and when', async ({
    testApp,
  }) => {
    const paying = await createPayingCircle(testApp)
    const { owner, members, name, confirm, show, read, latest } = paying
    const [maya, jonah] = members as [Person, Person]
    expect((await name(owner)).status).toBe(200)
    const id = await latest()
    expect((await confirm(maya, id)).status).toBe(200)
    expect(await isUsable(testApp, paying)).toBe(false)
    expect((await show(jonah, id)).body.code).toBe('pay_details_not_usable')
    // Confirmed an hour ago, and two days ago.
    await passPayDays(testApp, paying.circle._id, 1 / 24)
    expect([await isUsable(testApp, paying), (await show(jonah, id)).body.code]).toEqual([false, 'pay_details_not_usable'])
    await passPayDays(testApp, paying.circle._id, 2 - 1 / 24)
    expect(await isUsable(testApp, paying)).toBe(false)
    await passPayDays(testApp, paying.circle._id, 1)
    expect(await isUsable(testApp, paying)).toBe(true)

    const shown = await show(jonah, id)
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.data<ShownDetails>()).toMatchObject({ purpose: 'to_pay', accountNumber: canary, routingNumber: '021000021' })
    const left = Date.parse(shown.data<ShownDetails>().until) - Date.now()
    expect(left > 0 && left <= 61_000).toBe(true)
    const details = (await read(maya)).places[0]?.inForce
    expect(details).toMatchObject({
      state: 'usable',
      named: { by: { _id: owner._id } },
      confirmed: { by: { _id: maya._id }, ...calledNumber },
      showings: [{ by: { _id: jonah._id } }],
    })
    // Each showing stays visible to members, however many there are.
    const more = Array.from({ length: 25 }, () => ({ id: newId(), pay_detail_id: id, kind: 'shown', by: owner._id }))
    await testApp.db.insertInto('pay_detail_events').values(more).execute()
    expect((await read(maya)).places[0]?.inForce?.showings.filter(({ by }) => by._id === jonah._id)).toHaveLength(1)
    expect((await read(maya)).places[0]?.inForce?.showings).toHaveLength(26)
    const acts = await testApp.db.selectFrom('audit_log').select('act').where('subject_id', '=', id).orderBy('id').execute()
    expect(acts.map(({ act }) => act)).toEqual(['where_to_pay.named', 'where_to_pay.confirmed', 'where_to_pay.shown'])
    expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
  })

  test('only owner and treasurer name, nobody confirms what they named, and each act needs its own step-up', async ({ testApp }) => {
    const { owner, members, name, confirm, latest, url } = await createPayingCircle(testApp)
    const [maya] = members as [Person]
    expect((await name(maya)).status).toBe(403)
    expect((await testApp.call(owner, 'POST', url, payForm())).body.code).toBe('step_up_required')
    expect((await name(owner)).status).toBe(200)
    expect((await testApp.call(owner, 'POST', url, payForm())).body.code).toBe('step_up_required')
    const id = await latest()
    expect([(await confirm(owner, id)).status, (await confirm(owner, id)).body.code]).toEqual([403, 'not_your_word'])
    // A refused act leaves its step-up.
    await testApp.db.deleteFrom('step_ups').execute()
    for (const path of ['confirm', 'stop', 'call-back', 'withdraw', 'show']) {
      const caller = path === 'withdraw' ? owner : maya
      const body = path === 'confirm' || path === 'call-back' ? calledNumber : undefined
      const answer = await testApp.call(caller, 'POST', `${url}/${id}/${path}`, body)
      expect(answer.body.code, path).toBe(path === 'call-back' ? 'pay_details_not_now' : 'step_up_required')
    }
    expect((await confirm(maya, id, { number: '', found: '' })).status).toBe(400)
  })

  test('the treasurer by motion names too', async ({ testApp }) => {
    const { circle, members, name } = await createPayingCircle(testApp)
    const [maya] = members as [Person]
    await makeTreasurer(testApp.db, circle._id, maya)
    expect((await name(maya)).status).toBe(200)
  })

  test('the one who compares by telephone sees unconfirmed details, marked so; others do not', async ({ testApp }) => {
    const { owner, members, name, show, latest } = await createPayingCircle(testApp)
    await name(owner)
    expect((await show(members[0] as Person, await latest())).data<ShownDetails>()).toMatchObject({
      purpose: 'to_compare',
      accountNumber: canary,
    })
    expect((await show(owner, await latest())).body.code).toBe('pay_details_not_usable')
  })

  test('a changed one goes the same way, and the confirmed one stays in force until the new one is usable', async ({ testApp }) => {
    const paying = await createPayingCircle(testApp)
    const { owner, members, usable, name, confirm, show, latest, read } = paying
    const [maya] = members as [Person]
    const first = await usable()
    await name(owner, payForm(null, '1112223334'))
    const second = await latest()
    expect(second).not.toBe(first)
    await confirm(maya, second)
    expect((await show(maya, first)).data<ShownDetails>().accountNumber).toBe(canary)
    expect((await show(maya, second)).body.code).toBe('pay_details_not_usable')
    await passPayDays(testApp, paying.circle._id, 3)
    expect((await show(maya, second)).data<ShownDetails>().accountNumber).toBe('1112223334')
    expect((await show(maya, first)).body.code).toBe('pay_details_not_now')
    expect((await read()).places[0]).toMatchObject({ inForce: { _id: second }, coming: [] })
    expect(await isUsable(testApp, paying)).toBe(true)
  })

  test('each account of the circle has its own; an account of another circle is unknown', async ({ testApp }) => {
    const paying = await createPayingCircle(testApp)
    const other = await createPayingCircle(testApp)
    const account = await openAccount(testApp, paying.circle._id, 'Operating')
    const id = await paying.usable(payForm(account))
    expect([await isUsable(testApp, paying, account), await isUsable(testApp, paying)]).toEqual([true, false])
    expect((await other.name(other.owner, payForm(account))).body.code).toBe('bank_account_not_found')
    expect((await other.show(other.owner, id)).body.code).toBe('pay_details_not_found')
    expect((await other.confirm(other.members[0] as Person, id)).status).toBe(404)
  })

  test('the title company of a purchase that was given up is not the one of the next', async ({ testApp }) => {
    const paying = await createPayingCircle(testApp)
    await paying.usable()
    await testApp.db
      .updateTable('acquisitions')
      .set({ outcome: 'given_up', ended_at: new Date() })
      .where('id', '=', paying.acquisitionId)
      .execute()
    await testApp.db.updateTable('circles').set({ holding: null }).where('id', '=', paying.circle._id).execute()
    expect((await paying.name(paying.owner)).body.code).toBe('title_company_not_now')
    await testApp.db.updateTable('circles').set({ holding: 'buying' }).where('id', '=', paying.circle._id).execute()
    await sql`insert into acquisitions (id, circle_id, property_id, record_id, price, structure, charter_version, started_by)
      select gen_random_uuid(), circle_id, property_id, record_id, price, structure, charter_version, started_by from acquisitions
      where id = ${paying.acquisitionId}`.execute(testApp.db)
    expect(await isUsable(testApp, paying)).toBe(false)
    expect((await paying.read()).places).toEqual([expect.objectContaining({ bankAccountId: null, inForce: null, coming: [] })])
  })

  test('a wrong routing number is refused at its field', async ({ testApp }) => {
    const { owner, name } = await createPayingCircle(testApp)
    const answer = await name(owner, { ...payForm(), routingNumber: '021000022' })
    expect([answer.status, answer.body.fields?.[0]?.field]).toEqual([400, 'routingNumber'])
  })

  test('a member alone confirms their own: there is nobody else', async ({ testApp }) => {
    const { owner, name, confirm, latest } = await createPayingCircle(testApp, [12])
    await name(owner)
    expect((await confirm(owner, await latest())).status).toBe(200)
    expect(await ledgerProblems(testApp.databaseUrl)).toEqual([])
  })
})

describe('a stop', () => {
  test('by any member, once, until two others have called back; nobody may pay or see meanwhile', async ({ testApp }) => {
    const paying = await createPayingCircle(testApp)
    const { owner, members, usable, stop, callBack, show } = paying
    const [maya, jonah, celeste] = members as [Person, Person, Person]
    const id = await usable()
    expect((await stop(jonah, id)).status).toBe(200)
    expect((await stop(jonah, id)).body.code).toBe('pay_details_stopped_once')
    expect(await isUsable(testApp, paying)).toBe(false)
    expect((await show(jonah, id)).body.code).toBe('pay_details_not_usable')
    expect((await callBack(jonah, id)).body.code).toBe('not_your_word')
    expect((await callBack(owner, id)).body.code).toBe('not_your_word')
    expect((await callBack(maya, id)).status).toBe(200)
    expect((await callBack(maya, id)).body.code).toBe('not_your_word')
    expect(await isUsable(testApp, paying)).toBe(false)
    expect((await callBack(celeste, id)).status).toBe(200)
    expect(await isUsable(testApp, paying)).toBe(true)
  })

  test('of two stops at once by one person one counts', async ({ testApp }) => {
    const { circle, members, usable, url } = await createPayingCircle(testApp)
    const id = await usable()
    const jonah = members[1] as Person
    await stepUpFor(testApp, jonah)
    const answers = await Promise.all([1, 2].map(() => testApp.call(jonah, 'POST', `${url}/${id}/stop`)))
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
    expect((await payEventsOf(testApp, circle._id)).filter(({ kind }) => kind === 'stopped')).toHaveLength(1)
  })
})

test('of a confirmation and a change at once, what was replaced is never confirmed', async ({ testApp }) => {
  const { owner, members, name, latest, url } = await createPayingCircle(testApp)
  const maya = members[0] as Person
  for (let round = 0; round < 5; round++) {
    await name(owner)
    const id = await latest()
    await Promise.all([stepUpFor(testApp, owner), stepUpFor(testApp, maya)])
    const [confirmed, changed] = await Promise.all([
      testApp.call(maya, 'POST', `${url}/${id}/confirm`, calledNumber),
      testApp.call(owner, 'POST', url, payForm(null, '555666777')),
    ])
    expect(changed.status).toBe(200)
    const kinds = await testApp.db.selectFrom('pay_detail_events').select('kind').where('pay_detail_id', '=', id).execute()
    // Confirmed first, they wait for their three days; replaced first, the confirmation is refused.
    expect(kinds.map(({ kind }) => kind)).toEqual([confirmed.status === 200 ? 'confirmed' : 'withdrawn'])
    if (confirmed.status !== 200) expect(confirmed.body.code).toBe('pay_details_not_now')
  }
})

describe('after a change of how one signs in, where to pay is closed for three days', () => {
  const newPassword = 'Another-Terrace-76'
  const changes: Readonly<Record<string, (testApp: TestApp, person: Person) => Promise<unknown>>> = {
    'own password': async (testApp, person) => {
      const form = { currentPassword: password, password: newPassword, confirmPassword: newPassword }
      return (await testApp.call(person, 'POST', 'auth/change-password', form)).status
    },
    'new passkey': (testApp, person) => addPasskey(testApp, person),
    'address confirmed': async (testApp, person) => {
      await confirmPerson(testApp, person, 'change_email')
      await testApp.call(person, 'POST', 'auth/change-email', { email: 'moved@example.com' })
      const link = linkIn((await mailsTo(testApp, 'moved@example.com')).at(-1))
      return (await testApp.call(null, 'POST', 'auth/confirm-email', link)).status
    },
    'address by an administrator': async (testApp, person) => {
      const admin = await testApp.seed.admin()
      return (await testApp.call(admin, 'PUT', `admin/user/${person._id}`, { email: 'elsewhere@example.com' })).status
    },
  }

  test.each(Object.keys(changes))('%s', async (how) => {
    const testApp = await startTestApp({ RATE_LIMITS: 'off' })
    const paying = await createPayingCircle(testApp)
    const { members, usable, url } = paying
    const maya = members[0] as Person
    await testApp.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', maya._id)
      .execute()
    const id = await usable()
    const before = await testApp.db
      .selectFrom('users')
      .select('credentials_changed_at')
      .where('id', '=', maya._id)
      .executeTakeFirstOrThrow()
    expect(before.credentials_changed_at).toBeNull()
    await changes[how]?.(testApp, maya)
    const row = await testApp.db.selectFrom('users').select('credentials_changed_at').where('id', '=', maya._id).executeTakeFirstOrThrow()
    expect(row.credentials_changed_at).not.toBeNull()
    const again = await testApp.seed.signedInAgain(maya)
    const show = async () => {
      await stepUpFor(testApp, again)
      return testApp.call(again, 'POST', `${url}/${id}/show`)
    }
    expect((await show()).body.code).toBe('credentials_changed')
    await paying.name(paying.owner, payForm(null, '1112223334'))
    await stepUpFor(testApp, again)
    const coming = (await paying.read()).places[0]?.coming[0]?._id
    expect((await testApp.call(again, 'POST', `${url}/${coming}/confirm`, calledNumber)).body.code).toBe('credentials_changed')
    expect((await testApp.call(again, 'GET', url)).data<{ waitsUntil: string }>().waitsUntil).not.toBeNull()
    await sql`update users set credentials_changed_at = clock_timestamp() - interval '3 days' where id = ${maya._id}`.execute(testApp.db)
    expect((await show()).status).toBe(200)
    await testApp.close()
  })

  test('a reset password, and a removed passkey', async ({ testApp }) => {
    const person = await testApp.seed.investor({ password })
    const changedAt = async () =>
      (await testApp.db.selectFrom('users').select('credentials_changed_at as at').where('id', '=', person._id).executeTakeFirstOrThrow())
        .at
    const { saved } = await addPasskey(testApp, person)
    const [added] = [await changedAt()]
    await confirmPerson(testApp, person, 'remove_passkey')
    expect((await testApp.call(person, 'DELETE', `auth/passkey/${saved._id}`)).status).toBeLessThan(300)
    const removed = await changedAt()
    expect(removed && added && removed > added).toBe(true)
    await testApp.call(null, 'POST', 'auth/request-token', { email: person.email, confirmEmail: person.email })
    const link = linkIn((await mailsTo(testApp, person.email)).find(({ template }) => template === 'reset-password'))
    const form = { ...link, password: newPassword, confirmPassword: newPassword }
    expect((await testApp.call(null, 'POST', 'auth/reset-password', form)).status).toBe(200)
    const reset = await changedAt()
    expect(reset && removed && reset > removed).toBe(true)
  })

  test('a name or another setting is no such change', async ({ testApp }) => {
    const person = await testApp.seed.investor()
    await testApp.db.updateTable('users').set({ first_name: 'Maja', email_confirmed_at: new Date() }).where('id', '=', person._id).execute()
    const row = await testApp.db.selectFrom('users').select('credentials_changed_at').where('id', '=', person._id).executeTakeFirstOrThrow()
    expect(row.credentials_changed_at).toBeNull()
  })
})

describe('who never sees them', () => {
  test('brokers, administrators, former members and strangers: neither details nor what happened to them', async ({ testApp }) => {
    const { circle, usable, url } = await createPayingCircle(testApp)
    const id = await usable()
    const broker = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    for (const person of [broker, await testApp.seed.admin(), await testApp.seed.investor()]) {
      await stepUpFor(testApp, person)
      for (const [method, path] of [
        ['GET', ''],
        ['POST', `/${id}/show`],
        ['POST', `/${id}/stop`],
      ] as const) {
        const answer = await testApp.call(person, method, `${url}${path}`)
        expect([403, 404], `${path} ${answer.text}`).toContain(answer.status)
      }
    }
  })

  test('a repeated request shows them again only while the first minute lasts, and no stored answer has them', async ({ testApp }) => {
    const { circle, members, usable, show } = await createPayingCircle(testApp)
    const maya = members[0] as Person
    const id = await usable()
    const key = { 'idempotency-key': 'show-once' }
    const [first, again] = [await show(maya, id, key), await show(maya, id, key)]
    expect(again.data<ShownDetails>()).toEqual(first.data<ShownDetails>())
    expect((await payEventsOf(testApp, circle._id)).filter(({ kind }) => kind === 'shown')).toHaveLength(1)
    await sql`update idempotency_keys set answer = jsonb_set(answer::jsonb, '{data,until}', to_jsonb((now() - interval '1 second')::text))
      where key = 'show-once'`.execute(testApp.db)
    expect((await show(maya, id, key)).body.code).toBe('pay_details_closed')
  })
})

describe('encryption', () => {
  test('details that were changed, or put into another row, are refused and not listed as seen', async ({ testApp }) => {
    const [one, two] = [await createPayingCircle(testApp), await createPayingCircle(testApp)]
    const [first, second] = [await one.usable(), await two.usable()]
    const maya = one.members[0] as Person
    await sql`update pay_details set sealed = (select sealed from pay_details where id = ${second}) where id = ${first}`.execute(testApp.db)
    expect((await one.show(maya, first)).body.code).toBe('pay_details_unreadable')
    await sql`update pay_details set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where id = ${second}`.execute(testApp.db)
    expect((await two.show(two.members[0] as Person, second)).body.code).toBe('pay_details_unreadable')
    expect((await one.read()).places[0]?.inForce?.showings).toEqual([])
  })

  test('a server without a key says so, and keeps nothing', async () => {
    const testApp = await startTestApp({ DATA_KEY: '' })
    const { owner, name, read } = await createPayingCircle(testApp)
    const answer = await name(owner)
    expect([answer.status, answer.body.code]).toEqual([409, 'data_key_missing'])
    expect(await read()).toMatchObject({ hasKey: false, places: [{ mayName: false }] })
    expect(await testApp.db.selectFrom('pay_details').select('id').execute()).toEqual([])
    await testApp.close()
  })

  test('named details never change in the database; only their encryption may', async ({ testApp }) => {
    const { usable, members } = await createPayingCircle(testApp)
    const id = await usable()
    const other = (members[0] as Person)._id
    await expect(sql`update pay_details set named_by = ${other} where id = ${id}`.execute(testApp.db)).rejects.toThrow('cannot be changed')
    await expect(sql`delete from pay_details where id = ${id}`.execute(testApp.db)).rejects.toThrow('cannot be changed')
    await expect(sql`delete from pay_detail_events`.execute(testApp.db)).rejects.toThrow('append-only')
  })
})

test('everyone is mailed and told at once, also who did it, and no mail or notice has the details', async ({ testApp }) => {
  const { circle, owner, members, name, confirm, stop, latest } = await createPayingCircle(testApp)
  await name(owner)
  const id = await latest()
  await confirm(members[0] as Person, id)
  await stop(members[1] as Person, id)
  const people = [owner, ...members].map(({ _id }) => _id)
  const mails = await testApp.db
    .selectFrom('mails')
    .selectAll()
    .where('template', '=', 'where-to-pay')
    .where('user_id', 'in', people)
    .execute()
  expect(mails.length).toBe(3 * 5)
  expect(new Set(mails.map(({ user_id }) => user_id)).size).toBe(5)
  const notices = await testApp.db
    .selectFrom('notices')
    .selectAll()
    .where('kind', '=', 'where_to_pay')
    .where('circle_id', '=', circle._id)
    .execute()
  expect(notices.length).toBe(5)
  expect(JSON.stringify([mails, notices])).not.toMatch(/9081726354|021000021|First Bank/)
})
