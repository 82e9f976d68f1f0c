import { createHash } from 'node:crypto'
import type { CircleDocument } from '#contract/documents.ts'
import { currentConsent } from '#domain/signing.ts'
import { createMotionCircle } from './motion-circle.ts'
import type { Person } from './seed.ts'
import type { Answer, TestApp } from './test-app.ts'

/** A small PDF that says this. */
export const paper = (words: string): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${words}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`)

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Uploads a file and returns its key. */
export async function upload(
  testApp: TestApp,
  person: Person,
  content: Buffer,
  { name = 'agreement.pdf', type = 'application/pdf', ...asked }: { name?: string; type?: string; isPublic?: boolean } = {},
): Promise<string> {
  const path = `app/s3/get-signed-post-url/${encodeURIComponent(name)}/${encodeURIComponent(type)}`
  const asking = { isPublic: false, isViewableByAnyUser: false, ...asked, size: content.length }
  const { objectId: key } = (await testApp.call(person, 'POST', path, asking)).data<{ objectId: string }>()
  // As if the body had arrived at the signed address, for which the app would have to listen on a port.
  await testApp.services.files.put({ key, contentType: type }, content)
  await testApp.db.updateTable('files').set({ size: content.length, stored_at: new Date() }).where('key', '=', key).execute()
  return key
}

/** Lets the person sign once, as if they had confirmed just now that it is them. */
export async function confirmToSign(testApp: TestApp, person: Person, means: 'password' | 'passkey' = 'password'): Promise<void> {
  const { id } = await testApp.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', person._id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  await testApp.db
    .insertInto('step_ups')
    .values({ session_id: id, purpose: 'sign', means, expires_at: new Date(Date.now() + 300_000) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A full circle with calls for its documents. */
export async function createDocumentCircle(testApp: TestApp, arcs: readonly number[] = [4, 4, 4]) {
  const made = await createMotionCircle(testApp, arcs)
  const url = `app/document/${made.circle._id}`
  const data = (answer: Answer): CircleDocument => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
    return answer.data<CircleDocument>()
  }
  const send = (person: Person, { _id }: { _id: string }, act: string, body: object = {}) =>
    testApp.call(person, act === 'share' ? 'PUT' : 'POST', `${url}/${_id}/${act}`, body)
  return {
    ...made,
    url,
    data,
    send,
    add: async (person: Person, words = 'first', changes: object = {}): Promise<Answer> =>
      testApp.call(person, 'POST', url, {
        title: 'Operating agreement',
        shelf: 'agreement',
        fileKey: await upload(testApp, person, paper(words)),
        ...changes,
      }),
    addVersion: async (person: Person, document: { _id: string }, words = 'second', changes: object = {}): Promise<Answer> =>
      send(person, document, 'version', { fileKey: await upload(testApp, person, paper(words)), note: 'Adds a clause', ...changes }),
    read: async (person: Person, { _id }: { _id: string }) => data(await testApp.call(person, 'GET', `${url}/${_id}`)),
    ask: (person: Person, document: CircleDocument, people?: readonly Person[]) =>
      send(person, document, 'ask', { versionId: document.newest._id, ...(people && { people: people.map(({ _id }) => _id) }) }),
    /** Signs what the document was when it was read. */
    sign: async (person: Person, document: CircleDocument, changes: object = {}, isConfirmed = true): Promise<Answer> => {
      if (isConfirmed) await confirmToSign(testApp, person)
      const { _id: versionId, sha256 } = document.newest
      return send(person, document, 'sign', {
        versionId,
        sha256,
        name: `${person.firstName} Smith`,
        consentVersion: currentConsent.version,
        ...changes,
      })
    },
  }
}
