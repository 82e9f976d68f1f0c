import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CircleDocument } from '#contract/documents.ts'
import { currentConsent } from '#domain/signing.ts'
import { newId } from '#server/db/ids.ts'
import { paper } from '#server/testing/documents.ts'
import { createMotionCircle } from '#server/testing/motion-circle.ts'
import type { Person } from '#server/testing/seed.ts'
import { type ApiProcess, startTestCluster, type TestCluster } from '#server/testing/test-cluster.ts'
import { callOf, overProcesses } from './over-processes.ts'

const kills = 8
const documentsEach = 2
const holders = 6
/** Each kill meets so many signatures, and after the last one all are given. */
const signaturesEach = (holders * holders * documentsEach) / kills
const env = { LOG_LEVEL: 'error' }

let cluster: TestCluster

beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.close())

/** As the page uploads: the content goes to the signed address. */
async function upload(url: string, person: Person, content: Buffer): Promise<string> {
  const answer = await callOf(url)(person, 'POST', 'app/s3/get-signed-post-url/agreement.pdf/application%2Fpdf', {
    isPublic: false,
    isViewableByAnyUser: false,
    size: content.length,
  })
  const { signedPostUrl, objectId } = answer.data<{ signedPostUrl: string; objectId: string }>()
  const { pathname, search } = new URL(signedPostUrl, url)
  const body = new Uint8Array(content)
  const stored = await fetch(`${url}${pathname}${search}`, { method: 'PUT', headers: { 'content-type': 'application/pdf' }, body })
  if (!stored.ok) throw new Error(`the upload was answered ${stored.status}`)
  return objectId
}

/** Documents that every member was asked to sign. */
async function askedDocuments(url: string, circleId: string, people: readonly Person[]): Promise<CircleDocument[]> {
  const call = callOf(url)
  const made: CircleDocument[] = []
  for (const person of people)
    for (let count = 0; count < documentsEach; count++) {
      const fileKey = await upload(url, person, paper(`${person._id} ${count}`))
      const added = await call(person, 'POST', `app/document/${circleId}`, {
        title: `Agreement ${made.length}`,
        shelf: 'agreement',
        fileKey,
      })
      const document = added.data<CircleDocument>()
      const asked = await call(person, 'POST', `app/document/${circleId}/${document._id}/ask`, { versionId: document.newest._id })
      if (asked.status !== 200) throw new Error(`asking was answered ${asked.status} ${asked.text}`)
      made.push(document)
    }
  return made
}

type Intent = { readonly document: CircleDocument; readonly person: Person; result: 'signed' | 'unknown' }

test(`H9: ${kills} kills of an API while people sign, two processes: nothing acknowledged is lost, nothing half done, no confirmation used for nothing`, async () => {
  const started: ApiProcess[] = []
  const startApi = async (): Promise<ApiProcess> => {
    const api = await cluster.startApi(env)
    started.push(api)
    return api
  }
  const apis: ApiProcess[] = await Promise.all([startApi(), startApi()])
  const { circle, owner, members } = await createMotionCircle(overProcesses(cluster, apis), [2, 2, 2, 2, 2, 2])
  const people = [owner, ...members]
  const documents = await askedDocuments(apis[0]?.url ?? '', circle._id, people)
  const intents: Intent[] = []
  const confirmed = new Map<string, number>()
  let turn = 0
  let done = 0

  /** Confirms once more that it is them, if the last confirmation was used. */
  const confirm = async ({ _id }: Person) => {
    const { numAffectedRows } = await sql`insert into step_ups (session_id, purpose, means, expires_at)
      select id, 'sign', 'passkey', now() + interval '1 hour' from sessions where user_id = ${_id}
      on conflict do nothing`.execute(cluster.db)
    confirmed.set(_id, (confirmed.get(_id) ?? 0) + Number(numAffectedRows ?? 0))
  }
  /** Two of three requests are sent again with their key until they are answered; the third is given up after a failure. */
  const sign = async (intent: Intent, givesUp: boolean) => {
    const { document, person } = intent
    let key = newId()
    const body = {
      versionId: document.newest._id,
      sha256: document.newest.sha256,
      name: `${person.firstName} Smith`,
      consentVersion: currentConsent.version,
    }
    await confirm(person)
    while (intent.result === 'unknown') {
      const call = callOf(apis[turn++ % apis.length]?.url ?? '')
      const answer = await call(person, 'POST', `app/document/${circle._id}/${document._id}/sign`, body, { 'idempotency-key': key }).catch(
        () => null,
      )
      if (answer?.status === 200) intent.result = 'signed'
      // PostgreSQL may commit for a moment after the process was killed: the confirmation went to the request that was given up.
      else if (answer?.body.code === 'step_up_required') {
        key = newId()
        await confirm(person)
      } else if (answer && answer.status < 500) throw new Error(`signing was answered ${answer.status} ${answer.text}`)
      else if (givesUp) return
      else await sleep(50)
    }
  }
  const signers = people.map(async (person, index) => {
    for (let each = 0; each < documents.length; each++) {
      const document = documents[(each + index) % documents.length] as CircleDocument
      while (intents.length >= (done + 1) * signaturesEach) await sleep(5)
      const intent: Intent = { document, person, result: 'unknown' }
      intents.push(intent)
      await sign(intent, intents.length % 3 === 0)
    }
  })

  const check = async () => {
    const acknowledged = intents.filter(({ result }) => result === 'signed')
    const rows = await cluster.db
      .selectFrom('signatures')
      .leftJoin('signature_names', 'signature_names.signature_id', 'signatures.id')
      .select(['signatures.version_id', 'signatures.user_id', 'signature_names.name'])
      .execute()
    const signed = new Set(rows.map((row) => `${row.version_id} ${row.user_id}`))
    expect(acknowledged.filter(({ document, person }) => !signed.has(`${document.newest._id} ${person._id}`))).toEqual([])
    expect(rows.filter(({ name }) => !name)).toEqual([])
    return { signed: rows.length, acknowledged: acknowledged.length }
  }

  const killRepeatedly = async () => {
    for (; done < kills; done++) {
      while (intents.length < done * signaturesEach + 4) await sleep(5)
      await sleep(Math.random() * 100)
      const victim = done % apis.length
      await apis[victim]?.kill('SIGKILL')
      await check()
      apis[victim] = await startApi()
    }
  }
  await Promise.all([killRepeatedly(), ...signers])
  const sums = await check()
  // On a busy machine a statement may wait for longer than it may; nothing else fails.
  const logged = started.flatMap((api) => api.said().split('\n')).filter((line) => /"level":[56]0/.test(line) && line.includes('reqId'))
  expect(logged.filter((line) => !line.includes('statement timeout'))).toEqual([])

  // Each signature has its line in the audit log and used one confirmation; what was not used is still there.
  const { rows } = await sql<{ user_id: string; signed: number; audited: number; left: number }>`
    select users.id as user_id,
      (select count(*)::int from signatures where signatures.user_id = users.id) as signed,
      (select count(*)::int from audit_log where audit_log.act = 'document.signed' and audit_log.actor_id = users.id) as audited,
      (select count(*)::int from step_ups join sessions on sessions.id = step_ups.session_id where sessions.user_id = users.id) as left
    from users where users.id = any(${people.map(({ _id }) => _id)}::uuid[])`.execute(cluster.db)
  expect(rows.length).toBe(people.length)
  for (const row of rows) expect([row.audited, row.signed + row.left]).toEqual([row.signed, confirmed.get(row.user_id)])
  console.log(`H9 ${kills} kills: ${JSON.stringify(sums)} of ${intents.length} wanted, nothing lost, nothing half done`)
})
