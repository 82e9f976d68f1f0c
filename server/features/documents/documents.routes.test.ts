import { describe, expect } from 'vitest'
import type { z } from 'zod'
import type { CircleDocument, documentListReply } from '#contract/documents.ts'
import type { Export } from '#contract/export.ts'
import { hasEveryoneSigned, readDocumentLinks, readSigners, requireDocumentVersion } from '#server/shared/documents/documents.ts'
import { confirmToSign, createDocumentCircle, paper, sha256Of, upload } from '#server/testing/documents.ts'
import { exportOf } from '#server/testing/export-data.ts'
import type { Person } from '#server/testing/seed.ts'
import { authHeaders, type TestApp, test } from '#server/testing/test-app.ts'

type List = z.infer<typeof documentListReply>['data']

const list = async (testApp: TestApp, person: Person, url: string) => (await testApp.call(person, 'GET', url)).data<List>()
const mayReadFile = async (testApp: TestApp, person: Person | null, key: string) =>
  (await testApp.call(person, 'GET', `app/s3/get-signed-url/${encodeURIComponent(key)}`)).status
const noticesOf = async (testApp: TestApp, { _id }: Person) =>
  (await testApp.db.selectFrom('notices').select(['kind', 'read_at']).where('user_id', '=', _id).execute()).filter(({ kind }) =>
    /sign|document/.test(kind),
  )

describe('adding a document', () => {
  test('stores the file once, with the hash of its bytes computed by the server, for every member', async ({ testApp }) => {
    const { owner, members, add, data, url } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const document = data(await add(maya, 'first'))
    expect(document).toMatchObject({ title: 'Operating agreement', shelf: 'agreement', isShared: false, uploadedBy: { _id: maya._id } })
    expect(document.newest).toMatchObject({ number: 1, sha256: sha256Of(paper('first')), size: paper('first').length, request: null })
    expect(await list(testApp, owner, url)).toMatchObject({ mayAdd: true, documents: [{ _id: document._id }] })
    expect(await mayReadFile(testApp, owner, document.newest.fileKey)).toBe(200)
  })

  test('is refused with a file of another, a file that is a version already, and while arcs are free', async ({ testApp }) => {
    const { owner, members, add, data } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const key = await upload(testApp, maya, paper('x'))
    expect((await add(owner, 'y', { fileKey: key })).body.code).toBe('file_not_yours')
    const document = data(await add(maya, 'y', { fileKey: key }))
    expect((await add(maya, 'y', { fileKey: document.newest.fileKey })).body.code).toBe('file_attached')
    const open = await createDocumentCircle(testApp, [6, 3])
    expect((await open.add(open.owner)).body.code).toBe('documents_not_yet')
  })

  test('of an appraisal needs its value and day, which nothing else has', async ({ testApp }) => {
    const { owner, add, addVersion, data } = await createDocumentCircle(testApp)
    expect((await add(owner, 'a', { isAppraisal: true })).body.fields?.map(({ field }) => field)).toEqual(['valueCents', 'day'])
    expect((await add(owner, 'a', { valueCents: 100, day: '2028-03-14' })).body.code).toBe('invalid')
    const document = data(await add(owner, 'a', { isAppraisal: true, valueCents: 70_200_000, day: '2028-03-14' }))
    expect(document.newest).toMatchObject({ valueCents: 70_200_000, day: '2028-03-14' })
    expect((await addVersion(owner, document)).body.code).toBe('invalid')
  })

  test('makes an upload private that was announced as public', async ({ testApp }) => {
    const { owner, add, data } = await createDocumentCircle(testApp)
    const key = await upload(testApp, owner, paper('x'), { isPublic: true })
    data(await add(owner, 'x', { fileKey: key }))
    expect(await mayReadFile(testApp, null, key)).toBe(404)
  })
})

describe('who reads documents', () => {
  test('members read all, brokers what is shared with them, administrators and strangers nothing', async ({ testApp }) => {
    const { circle, owner, add, data, send, url } = await createDocumentCircle(testApp)
    const [broker, admin, stranger] = [await testApp.seed.broker(), await testApp.seed.admin(), await testApp.seed.investor()]
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    const document = data(await add(owner, 'first'))
    const hidden = data(await add(owner, 'second'))
    const { fileKey } = document.newest
    expect((await list(testApp, broker, url)).documents).toEqual([])
    expect((await testApp.call(broker, 'GET', `${url}/${document._id}`)).body.code).toBe('document_not_found')
    expect(await mayReadFile(testApp, broker, fileKey)).toBe(404)
    for (const person of [admin, stranger]) {
      expect((await testApp.call(person, 'GET', url)).status).toBe(403)
      expect((await testApp.call(person, 'GET', `${url}/${document._id}`)).status).toBe(403)
      expect(await mayReadFile(testApp, person, fileKey)).toBe(404)
    }

    data(await send(owner, document, 'share', { isShared: true }))
    const seen = await list(testApp, broker, url)
    expect([seen.mayAdd, seen.documents.map(({ _id }) => _id)]).toEqual([false, [document._id]])
    expect(await mayReadFile(testApp, broker, fileKey)).toBe(200)
    expect(await mayReadFile(testApp, broker, hidden.newest.fileKey)).toBe(404)
    expect(await mayReadFile(testApp, admin, fileKey)).toBe(404)
    expect((await send(broker, document, 'share', { isShared: true })).status).toBe(403)

    data(await send(owner, document, 'share', { isShared: false }))
    expect(await mayReadFile(testApp, broker, fileKey)).toBe(404)
  })

  test('brokers learn neither who was asked nor who signed', async ({ testApp }) => {
    const { circle, owner, add, data, ask, sign, url } = await createDocumentCircle(testApp)
    const broker = await testApp.seed.broker()
    await testApp.db.insertInto('broker_assignments').values({ circle_id: circle._id, broker_id: broker._id }).execute()
    const document = data(await ask(owner, data(await add(owner, 'first', { isShared: true, signedElsewhere: [owner._id] }))))
    data(await sign(owner, document))
    const shown = (await testApp.call(broker, 'GET', `${url}/${document._id}`)).data<CircleDocument>()
    expect(shown.newest).toMatchObject({ request: null, signatures: 0, elsewhere: [] })
    expect([shown.holders, shown.mayAsk]).toEqual([[], false])
    const certificate = await testApp.call(broker, 'GET', `${url}/${document._id}/${document.newest._id}/certificate`)
    expect(certificate.status).toBe(403)
  })

  test('a document, version or certificate of another circle is not found', async ({ testApp }) => {
    const [one, two] = [await createDocumentCircle(testApp), await createDocumentCircle(testApp)]
    const document = one.data(await one.add(one.owner))
    const own = two.data(await two.add(two.owner))
    const versionId = document.newest._id
    for (const [act, body] of [
      ['version', { note: 'x', fileKey: await upload(testApp, two.owner, paper('z')) }],
      ['share', { isShared: true }],
      ['ask', { versionId }],
      ['withdraw', { versionId }],
      ['sign', { versionId, sha256: document.newest.sha256, name: 'Member0 Smith', consentVersion: 1 }],
      ['decline', { versionId, words: '' }],
      ['elsewhere', { versionId, isSo: true }],
    ] as const) {
      expect([act, (await two.send(two.owner, document, act, body)).body.code]).toEqual([act, 'document_not_found'])
      if (act !== 'version' && act !== 'share') {
        expect([act, (await two.send(two.owner, own, act, body)).body.code]).toEqual([act, 'document_not_found'])
      }
    }
    expect((await testApp.call(two.owner, 'GET', `${two.url}/${own._id}/${versionId}/certificate`)).status).toBe(404)
    expect((await testApp.call(two.owner, 'GET', `${two.url}/${document._id}`)).status).toBe(404)
    await expect(requireDocumentVersion(testApp.db, two.circle._id, versionId)).rejects.toMatchObject({ code: 'document_not_found' })
  })
})

describe('a version', () => {
  test('is added by the uploader alone, stays as it was, and takes no signatures along', async ({ testApp }) => {
    const { owner, members, add, addVersion, data, ask, sign } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const first = data(await ask(maya, data(await add(maya, 'first')), [maya]))
    data(await sign(maya, first))
    expect((await addVersion(owner, first)).body.code).toBe('not_allowed')
    const second = data(await addVersion(maya, first, 'second'))
    expect(second.versions.map(({ number, sha256, signatures }) => ({ number, sha256, signatures }))).toEqual([
      { number: 2, sha256: sha256Of(paper('second')), signatures: 0 },
      { number: 1, sha256: sha256Of(paper('first')), signatures: 1 },
    ])
    await expect(
      testApp.db
        .updateTable('document_versions')
        .set({ sha256: 'a'.repeat(64) })
        .execute(),
    ).rejects.toThrow()
    await expect(testApp.db.deleteFrom('signatures').execute()).rejects.toThrow()
    await expect(testApp.db.updateTable('signatures').set({ means: 'passkey' }).execute()).rejects.toThrow()
  })

  test('is refused while signatures are asked for, and possible once all have signed or the request is withdrawn', async ({ testApp }) => {
    const { owner, members, add, addVersion, data, ask, sign, send } = await createDocumentCircle(testApp, [6, 6])
    const [maya] = members as [Person]
    const asked = data(await ask(owner, data(await add(owner, 'first'))))
    expect((await addVersion(owner, asked)).body).toMatchObject({ code: 'document_asked', status: 409 })
    expect(asked.mayAddVersion).toBe(false)
    data(await send(owner, asked, 'withdraw', { versionId: asked.newest._id }))
    const second = data(await ask(owner, data(await addVersion(owner, asked, 'second'))))
    data(await sign(owner, second))
    expect((await addVersion(owner, second)).body.code).toBe('document_asked')
    const signed = data(await sign(maya, second))
    expect(signed.newest.request?.people.every(({ signedAt }) => signedAt !== null)).toBe(true)
    expect(data(await addVersion(owner, second, 'third')).newest.number).toBe(3)
  })
})

describe('asking for signatures', () => {
  test('is for owner, treasurer and uploader, and tells those who are asked at once', async ({ testApp }) => {
    const { circle, owner, members, add, data, ask, read } = await createDocumentCircle(testApp)
    const [maya, jonah] = members as [Person, Person]
    const document = data(await add(maya))
    expect((await ask(jonah, document)).body.code).toBe('not_allowed')
    const asked = data(await ask(owner, document, [jonah]))
    expect(asked.newest.request).toMatchObject({
      isOfAll: false,
      askedBy: { _id: owner._id },
      people: [{ _id: jonah._id, signedAt: null }],
    })
    expect(await noticesOf(testApp, jonah)).toEqual([{ kind: 'sign_asked', read_at: null }])
    expect(await noticesOf(testApp, maya)).toEqual([])
    const asking = testApp.db
      .selectFrom('mails')
      .select('user_id')
      .where('template', '=', 'sign-asks')
      .where(
        'user_id',
        'in',
        [owner, maya, jonah].map(({ _id }) => _id),
      )
    expect(await asking.execute()).toEqual([{ user_id: jonah._id }])

    // Asked again, others are added; those who were asked are not asked twice.
    const widened = data(await ask(maya, asked))
    expect(widened.newest.request).toMatchObject({ isOfAll: true })
    expect(widened.newest.request?.people).toHaveLength(3)
    expect(await noticesOf(testApp, jonah)).toHaveLength(1)
    expect((await ask(maya, widened)).body.code).toBe('asked_already')
    expect((await read(jonah, widened)).isAsked).toBe(true)
    const needs = (await testApp.call(jonah, 'GET', 'app/needs-you')).text
    expect(needs).toContain(`/circle/${circle._id}/document/${document._id}`)
  })

  test('is for holders only, and of the newest version only', async ({ testApp }) => {
    const { owner, add, addVersion, data, ask } = await createDocumentCircle(testApp)
    const document = data(await add(owner))
    expect((await ask(owner, document, [await testApp.seed.investor()])).body.code).toBe('nobody_to_ask')
    data(await addVersion(owner, document))
    expect((await ask(owner, document)).body.code).toBe('document_superseded')
  })

  test('locks the names of those who are asked until the request is withdrawn, and for good once they signed', async ({ testApp }) => {
    const { owner, members, add, data, ask, sign, send } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const rename = (lastName: string) => testApp.call(maya, 'POST', 'app/profile', { lastName })
    expect((await rename('Jones')).status).toBe(200)
    const asked = data(await ask(owner, data(await add(owner)), [maya]))
    expect((await rename('Miller')).body).toMatchObject({ code: 'name_locked', status: 409 })
    // Saving the same name with something else stays possible.
    expect((await rename('Jones')).status).toBe(200)
    data(await send(owner, asked, 'withdraw', { versionId: asked.newest._id }))
    expect((await rename('Smith')).status).toBe(200)
    const again = data(await ask(owner, asked, [maya]))
    data(await sign(maya, again))
    expect((await rename('Miller')).body.code).toBe('name_locked')
  })

  test('locks no name any more once its person has left or the circle has ended', async ({ testApp }) => {
    const { circle, owner, members, add, data, ask } = await createDocumentCircle(testApp)
    const [maya, jonah] = members as [Person, Person]
    data(await ask(owner, data(await add(owner)), [maya, jonah]))
    const rename = (person: Person) => testApp.call(person, 'POST', 'app/profile', { lastName: 'Miller' })
    const { id } = await testApp.db
      .selectFrom('memberships')
      .select('id')
      .where('circle_id', '=', circle._id)
      .where('user_id', '=', maya._id)
      .executeTakeFirstOrThrow()
    const admin = await testApp.seed.admin()
    expect((await rename(maya)).status).toBe(409)
    expect((await testApp.call(admin, 'DELETE', `admin/circle-membership/${id}`)).status).toBe(204)
    expect((await rename(maya)).status).toBe(200)
    expect((await rename(jonah)).status).toBe(409)
    expect((await testApp.call(admin, 'DELETE', `admin/circle-delete/${circle._id}`, { title: circle.title })).status).toBe(204)
    expect((await rename(jonah)).status).toBe(200)
  })
})

describe('signing', () => {
  test('stores the hash that was served, the name as typed, consent, session and how it was confirmed', async ({ testApp }) => {
    const { circle, owner, members, add, data, ask, sign, read } = await createDocumentCircle(testApp, [6, 6])
    const [maya] = members as [Person]
    const asked = data(await ask(owner, data(await add(owner, 'first'))))
    await confirmToSign(testApp, maya, 'passkey')
    data(await sign(maya, asked, { name: ' member1   SMÍTH' }))
    const row = await testApp.db
      .selectFrom('signatures')
      .innerJoin('signature_names', 'signature_names.signature_id', 'signatures.id')
      .selectAll()
      .where('version_id', '=', asked.newest._id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: maya._id, sha256: sha256Of(paper('first')), name: 'member1   SMÍTH', consent_version: 1 })
    const session = await testApp.db.selectFrom('sessions').select('id').where('user_id', '=', maya._id).executeTakeFirstOrThrow()
    expect([row.session_id, row.means]).toEqual([session.id, 'passkey'])
    expect(await hasEveryoneSigned(testApp.db, circle._id, asked.newest._id)).toBe(false)
    expect((await readSigners(testApp.db, circle._id, asked.newest._id)).map(({ hasSigned }) => hasSigned)).toEqual([false, true])

    data(await sign(owner, asked))
    expect(await hasEveryoneSigned(testApp.db, circle._id, asked.newest._id)).toBe(true)
    expect((await noticesOf(testApp, maya)).map(({ kind }) => kind).sort()).toEqual(['document_signed', 'sign_asked'])
    expect((await noticesOf(testApp, maya)).find(({ kind }) => kind === 'sign_asked')?.read_at).not.toBeNull()
    expect((await read(maya, asked)).isAsked).toBe(false)
    expect(await readDocumentLinks(testApp.db, [asked.newest._id])).toEqual(
      new Map([[asked.newest._id, { documentId: asked._id, versionId: asked.newest._id, title: 'Operating agreement', version: 1 }]]),
    )
    const acts = await testApp.db.selectFrom('audit_log').select('act').where('subject_id', '=', asked._id).orderBy('id').execute()
    expect(acts.map(({ act }) => act)).toEqual(['document.added', 'document.signatures_asked', 'document.signed', 'document.signed'])
  })

  test('needs a step-up each time, which a refusal leaves', async ({ testApp }) => {
    const { owner, add, data, ask, sign, read } = await createDocumentCircle(testApp)
    const asked = data(await ask(owner, data(await add(owner))))
    expect((await sign(owner, asked, {}, false)).body.code).toBe('step_up_required')
    expect((await sign(owner, asked, { name: 'M. Smith' })).body).toMatchObject({ code: 'name_differs', fields: [{ field: 'name' }] })
    expect((await sign(owner, asked, {}, false)).status).toBe(200)
    expect((await sign(owner, asked)).body.code).toBe('signed_already')
    expect((await read(owner, asked)).newest.signatures).toBe(1)
  })

  test('is refused for another hash, another consent, someone who was not asked, and a withdrawn request', async ({ testApp }) => {
    const { owner, members, add, data, ask, sign, send } = await createDocumentCircle(testApp)
    const [maya, jonah] = members as [Person, Person]
    const asked = data(await ask(owner, data(await add(owner)), [maya]))
    expect((await sign(maya, asked, { sha256: sha256Of(paper('changed')) })).body.code).toBe('document_differs')
    expect((await sign(maya, asked, { consentVersion: 99 })).body.code).toBe('consent_changed')
    expect((await sign(jonah, asked)).body.code).toBe('not_asked_to_sign')
    expect((await send(jonah, asked, 'withdraw', { versionId: asked.newest._id })).body.code).toBe('not_allowed')
    data(await send(owner, asked, 'withdraw', { versionId: asked.newest._id }))
    expect((await sign(maya, asked)).body.code).toBe('not_asked_to_sign')
    expect((await send(owner, asked, 'withdraw', { versionId: asked.newest._id })).body.code).toBe('nothing_asked')
    expect((await noticesOf(testApp, maya)).every(({ read_at }) => read_at !== null)).toBe(true)
  })

  test('a version that was replaced while reading is refused, and nothing is signed', async ({ testApp }) => {
    const { owner, members, add, addVersion, data, ask, sign, send, read } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const asked = data(await ask(owner, data(await add(owner)), [maya]))
    data(await send(owner, asked, 'withdraw', { versionId: asked.newest._id }))
    data(await ask(owner, data(await addVersion(owner, asked)), [maya]))
    expect((await sign(maya, asked)).body).toMatchObject({ code: 'document_superseded', status: 409 })
    expect((await read(maya, asked)).versions.map(({ signatures }) => signatures)).toEqual([0, 0])
  })

  test('one may decline with words; the request stays open, and one may change their mind', async ({ testApp }) => {
    const { owner, members, add, addVersion, data, ask, sign, send, read } = await createDocumentCircle(testApp)
    const [maya, jonah] = members as [Person, Person]
    const asked = data(await ask(owner, data(await add(owner))))
    const decline = () => send(maya, asked, 'decline', { versionId: asked.newest._id, words: ' The roof is not in it. ' })
    const declined = data(await decline())
    expect(declined.newest.request?.people.find(({ _id }) => _id === maya._id)).toMatchObject({
      words: 'The roof is not in it.',
      signedAt: null,
      declinedAt: expect.any(String),
    })
    expect((await decline()).body.code).toBe('declined_already')
    expect((await noticesOf(testApp, owner)).map(({ kind }) => kind)).toContain('sign_declined')
    expect((await noticesOf(testApp, jonah)).map(({ kind }) => kind)).toContain('sign_declined')
    expect((await testApp.call(maya, 'GET', 'app/needs-you')).text).not.toContain(asked._id)
    expect((await addVersion(owner, asked)).body.code).toBe('document_asked')
    data(await sign(maya, asked))
    expect((await read(owner, asked)).newest.signatures).toBe(1)
    expect((await send(maya, asked, 'decline', { versionId: asked.newest._id, words: '' })).body.code).toBe('not_asked_to_sign')
  })

  test('elsewhere counts with each named person’s own word only', async ({ testApp }) => {
    const { circle, owner, members, add, data, send, read } = await createDocumentCircle(testApp, [6, 6])
    const [maya] = members as [Person]
    const document = data(await add(owner, 'paper', { signedElsewhere: [owner._id, maya._id] }))
    const versionId = document.newest._id
    expect(document.newest.elsewhere).toHaveLength(2)
    expect(await hasEveryoneSigned(testApp.db, circle._id, versionId)).toBe(false)
    expect((await send(maya, document, 'elsewhere', { versionId, isSo: true })).body.code).toBe('step_up_required')
    for (const person of [owner, maya]) {
      expect((await read(person, document)).isNamed).toBe(true)
      await confirmToSign(testApp, person)
      data(await send(person, document, 'elsewhere', { versionId, isSo: true }))
    }
    expect(await hasEveryoneSigned(testApp.db, circle._id, versionId)).toBe(true)
    expect((await send(maya, document, 'elsewhere', { versionId, isSo: false })).body.code).toBe('elsewhere_answered')
    const other = data(await add(owner, 'other', { signedElsewhere: [maya._id] }))
    await confirmToSign(testApp, maya)
    data(await send(maya, other, 'elsewhere', { versionId: other.newest._id, isSo: false }))
    expect((await readSigners(testApp.db, circle._id, other.newest._id)).some(({ hasSigned }) => hasSigned)).toBe(false)
    const stranger = await testApp.seed.investor()
    expect((await add(owner, 'x', { signedElsewhere: [stranger._id] })).body.code).toBe('invalid')
  })

  test('elsewhere, by one’s own word, answers a request for the signature', async ({ testApp }) => {
    const { owner, members, add, addVersion, data, ask, send, read } = await createDocumentCircle(testApp, [6, 6])
    const [maya] = members as [Person]
    const document = data(await add(owner, 'paper', { signedElsewhere: [maya._id] }))
    const asked = data(await ask(owner, document, [maya]))
    const needs = async () => (await testApp.call(maya, 'GET', 'app/needs-you')).text
    expect([(await read(maya, asked)).isAsked, (await needs()).includes(asked._id), (await addVersion(owner, asked)).status]).toEqual([
      true,
      true,
      409,
    ])
    await confirmToSign(testApp, maya)
    data(await send(maya, asked, 'elsewhere', { versionId: asked.newest._id, isSo: true }))
    expect([(await read(maya, asked)).isAsked, (await needs()).includes(asked._id)]).toEqual([false, false])
    expect((await noticesOf(testApp, maya)).map(({ read_at }) => read_at)).not.toContain(null)
    expect(await noticesOf(testApp, owner)).toEqual([{ kind: 'document_signed', read_at: null }])
    expect((await read(owner, asked)).newest.request?.people[0]?.signedAt).not.toBeNull()
    expect((await addVersion(owner, asked)).status).toBe(200)
  })
})

describe('newcomers', () => {
  test('who take over freed arcs are asked to sign what everyone was asked to sign, and nothing else', async ({ testApp }) => {
    const { circle, owner, members, made, vote, add, data, ask, sign, read } = await createDocumentCircle(testApp)
    const [maya, jonah] = members as [Person, Person]
    const ofAll = data(await ask(owner, data(await add(owner, 'all'))))
    for (const person of [owner, maya, jonah]) data(await sign(person, ofAll))
    const ofSome = data(await ask(owner, data(await add(owner, 'some')), [maya]))
    const release = await made(jonah, { facts: { kind: 'release' } })
    for (const person of [owner, maya]) await vote(person, release, 'yes')
    const celeste = await testApp.seed.investor({ firstName: 'Celeste', lastName: 'Smith' })
    const joined = await testApp.call(celeste, 'POST', `app/circle-membership/${circle._id}`, { investmentAmount: 300_000 })
    expect(joined.status).toBe(200)

    expect((await read(celeste, ofAll)).isAsked).toBe(true)
    expect((await read(celeste, ofSome)).isAsked).toBe(false)
    expect(await noticesOf(testApp, celeste)).toEqual([{ kind: 'sign_asked', read_at: null }])
    const signed = data(await sign(celeste, ofAll))
    // The former member's signature stays.
    expect([signed.newest.signatures, signed.newest.request?.people.length]).toEqual([4, 4])
  })
})

describe('the certificate', () => {
  const certificateOf = (testApp: TestApp, { token }: Person, url: string, { _id, newest }: CircleDocument) =>
    testApp.app.inject({ method: 'GET', url: `/api/${url}/${_id}/${newest._id}/certificate`, headers: authHeaders(token) })

  test('is a separate PDF with the hash of the stored file, which stays as it was uploaded', async ({ testApp }) => {
    const { owner, add, data, ask, sign, url } = await createDocumentCircle(testApp)
    const asked = data(await ask(owner, data(await add(owner, 'first')), [owner]))
    expect((await certificateOf(testApp, owner, url, asked)).json()).toMatchObject({ code: 'nothing_signed' })
    data(await sign(owner, asked))
    const certificate = await certificateOf(testApp, owner, url, asked)
    expect(certificate.headers['content-type']).toContain('application/pdf')
    expect(certificate.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')

    const stored = await testApp.services.files.read(asked.newest.fileKey)
    expect(stored).toEqual(paper('first'))
    const hash = sha256Of(stored ?? Buffer.of())
    expect(asked.newest.sha256).toBe(hash)
    expect(certificate.rawPayload.includes(hash)).toBe(true)
  })

  test('has the same bytes whenever it is made, until someone else signs', async ({ testApp }) => {
    const { owner, members, add, data, ask, sign, url } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const asked = data(await ask(owner, data(await add(owner)), [owner, maya]))
    data(await sign(owner, asked))
    const first = await certificateOf(testApp, owner, url, asked)
    const second = await certificateOf(testApp, maya, url, asked)
    expect(sha256Of(second.rawPayload)).toBe(sha256Of(first.rawPayload))
    data(await sign(maya, asked))
    expect(sha256Of((await certificateOf(testApp, owner, url, asked)).rawPayload)).not.toBe(sha256Of(first.rawPayload))
  })
})

describe('what belongs to the person', () => {
  test('their documents and signatures are in the export, and nobody else’s', async ({ testApp }) => {
    const { owner, members, add, data, ask, sign } = await createDocumentCircle(testApp)
    const [maya] = members as [Person]
    const asked = data(await ask(owner, data(await add(owner))))
    data(await sign(maya, asked))
    const own = (await exportOf(testApp, maya)).data<Export>()
    expect(own.documents).toEqual([])
    expect(own.signatures).toMatchObject([
      { document: asked._id, title: 'Operating agreement', version: 1, name: 'Member1 Smith', sha256: asked.newest.sha256 },
    ])
    const others = (await exportOf(testApp, owner)).data<Export>()
    expect(others.signatures).toEqual([])
    expect(others.documents).toMatchObject([{ _id: asked._id, versions: [{ number: 1, sha256: asked.newest.sha256 }] }])
  })
})
