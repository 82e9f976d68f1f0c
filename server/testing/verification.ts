import { sql } from 'kysely'
import type { OwnVerification, VerificationReview } from '#contract/verification.ts'
import type { Person } from './seed.ts'
import { png, type StoreTestApp } from './store-suite.ts'

/** The calls of a waiting person and of the administrator who decides. */
export function verificationCalls(testApp: StoreTestApp, admin: Person) {
  const { call, db } = testApp
  return {
    /** A finished upload, announced with its size as the page does. */
    upload: async (person: Person, form: object = {}) =>
      (await testApp.offer(person, 'image/png', png(), { size: png().length, ...form })).slot.objectId,
    give: (person: Person, body: object = {}, headers = {}) => call(person, 'PUT', 'app/user-verification', body, headers),
    own: async (person: Person) => (await call(person, 'GET', 'app/user-verification')).data<OwnVerification>(),
    ask: (person: Person) => call(person, 'POST', 'app/user-verification', {}),
    review: async (person: Person) => (await call(admin, 'GET', `admin/user-verification/${person._id}`)).data<VerificationReview>(),
    decide: (person: Person, decision: string, sentence?: string, by: Person = admin, more: object = {}) =>
      call(by, 'POST', `admin/user-verification/${person._id}`, { decision, ...(sentence && { sentence }), ...more }),
    auditOf: (person: Person) =>
      db.selectFrom('audit_log').select(['act', 'actor_id', 'facts']).where('subject_id', '=', person._id).orderBy('id').execute(),
    noticesOf: async (person: Person) =>
      (await call(person, 'GET', 'app/notice')).data<{ items: { kind: string; path: string }[] }>().items,
    /** Moves what administrators decided about this person into the past; decisions cannot be changed otherwise. */
    ageDecisions: (person: Person, interval: string) =>
      db.transaction().execute(async (tx) => {
        await sql`alter table verification_decisions disable trigger verification_decisions_append_only`.execute(tx)
        await sql`update verification_decisions set at = now() - ${interval}::interval where user_id = ${person._id}`.execute(tx)
        await sql`alter table verification_decisions enable trigger verification_decisions_append_only`.execute(tx)
      }),
  }
}

export const aDocument = (key: string, name = 'Driver’s licence, front.png') => ({ key, name })
