import { describe, expect } from 'vitest'
import type { CircleDocument } from '#contract/documents.ts'
import type { PastCircle, PastCircleSummary } from '#contract/past-circles.ts'
import { asIf } from '#server/testing/distributions.ts'
import { createDocumentCircle } from '#server/testing/documents.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, type TestApp, test } from '#server/testing/test-app.ts'

/** Jonah signed one of two documents, was released by a motion, and the circle was hidden afterwards. */
async function createLeftCircle(testApp: TestApp) {
  const made = await createDocumentCircle(testApp)
  const [maya, jonah] = made.members as [Person, Person]
  const { owner, add, ask, sign, data, vote, circle } = made
  const signed = data(await ask(owner, data(await add(owner, 'signed'))))
  const other = data(await add(owner, 'other'))
  for (const person of [owner, jonah]) data(await sign(person, signed))
  const release = await made.made(jonah, { facts: { kind: 'release' } })
  for (const person of [owner, maya]) await vote(person, release, 'yes')
  await testApp.db.updateTable('circles').set({ hide_circle: true }).where('id', '=', circle._id).execute()
  return { ...made, maya, jonah, signed, other }
}

describe('a former member', { timeout: 180_000 }, () => {
  test('finds the circle, the version they signed, and nothing else of the documents', async ({ testApp }) => {
    const { circle, maya, jonah, signed, other, url } = await createLeftCircle(testApp)
    const list = (await testApp.call(jonah, 'GET', 'app/past-circle')).data<PastCircleSummary[]>()
    expect(list).toMatchObject([{ circle: { _id: circle._id, title: circle.title }, owedCents: 0 }])
    const past = (await testApp.call(jonah, 'GET', `app/past-circle/${circle._id}`)).data<PastCircle>()
    const { _id: versionId, fileKey, sha256 } = signed.newest
    expect(past.payouts).toEqual([])
    expect(past.signed).toMatchObject([{ documentId: signed._id, versionId, number: 1, title: 'Operating agreement', fileKey, sha256 }])

    const file = async (document: CircleDocument) =>
      (await testApp.call(jonah, 'GET', `app/s3/get-signed-url/${encodeURIComponent(document.newest.fileKey)}`)).status
    expect([await file(signed), await file(other)]).toEqual([200, 404])
    for (const path of [url, `${url}/${signed._id}`, `ledger/${circle._id}`, `motion/${circle._id}`, `book/${circle._id}`])
      expect([path, (await testApp.call(jonah, 'GET', path.startsWith('app/') ? path : `app/${path}`)).status]).toEqual([path, 404])

    expect((await testApp.call(maya, 'GET', 'app/past-circle')).data<unknown[]>()).toEqual([])
    expect((await testApp.call(maya, 'GET', `app/past-circle/${circle._id}`)).status).toBe(403)
    expect((await testApp.call(await testApp.seed.investor(), 'GET', `app/past-circle/${circle._id}`)).status).toBe(404)
  })

  test('reads the certificate and the record up to the day they left', async ({ testApp }) => {
    const { circle, maya, jonah, signed, other, url, data, sign, ask, owner, made, vote } = await createLeftCircle(testApp)
    const certificate = ({ _id, newest }: CircleDocument, person = jonah) =>
      testApp.app.inject({ method: 'GET', url: `/api/${url}/${_id}/${newest._id}/certificate`, headers: authHeaders(person.token) })
    const record = async (person: Person) =>
      (await testApp.call(person, 'GET', `app/circle/${circle._id}/record`)).data<{ total: number; items: { kind: string }[] }>()
    const before = [await certificate(signed), await record(jonah)] as const
    expect(before[0].statusCode).toBe(200)
    expect(before[1].items.map(({ kind }) => kind)).toContain('motion_closed')

    data(await sign(maya, signed))
    const celeste = await testApp.seed.investor({ firstName: 'Celeste', lastName: 'Smith' })
    await testApp.db.updateTable('circles').set({ hide_circle: false }).where('id', '=', circle._id).execute()
    expect((await testApp.call(celeste, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 300_000 })).status).toBe(200)
    data(await sign(owner, data(await ask(owner, other, [owner]))))
    await vote(owner, await made(owner), 'no')

    expect((await certificate(signed)).rawPayload.equals(before[0].rawPayload)).toBe(true)
    expect((await certificate(signed, maya)).rawPayload.equals(before[0].rawPayload)).toBe(false)
    expect((await certificate(other)).statusCode).toBe(404)
    expect(await record(jonah)).toEqual(await record(maya))
    await asIf(testApp, `update memberships set ended_at = now() - interval '2 days' where ended_at is not null`)
    expect((await record(jonah)).total).toBe(0)
    expect((await record(maya)).total).toBeGreaterThan(0)
  })
})
